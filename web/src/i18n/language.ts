import type { Language } from '@bindings';
import { useSyncExternalStore } from 'react';
import { overwriteGetLocale } from '@/paraglide/runtime';

export type { Language };

const storageKey = 'ridgeline.language';
const locales = { english: 'en', spanish: 'es' } as const;

let current: Language = 'english';
const listeners = new Set<() => void>();

overwriteGetLocale(() => locales[current]);

/** The current language of the page. */
export const language = (): Language => current;

/** The same as a locale, for `lang`, `Intl` and the calendar. */
export const locale = (of: Language = current): 'en' | 'es' => locales[of];

/** Changes the language of the page; every screen renders again without losing typed input. */
export function setLanguage(next: Language): void {
  document.documentElement.lang = locales[next];
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the language lasts until the page is closed.
  }
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/** Before the sign-in: the language that was last chosen in this browser, else the browser's. */
export function startLanguage(): void {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(storageKey);
  } catch {
    // Falls through to the browser's language.
  }
  const preferred = navigator.language.toLowerCase().startsWith('es') ? 'spanish' : 'english';
  setLanguage(chosen === 'spanish' || chosen === 'english' ? chosen : preferred);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Renders the component again when the language changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);
