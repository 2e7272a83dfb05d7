import type { Language } from '@bindings';
import { useSyncExternalStore } from 'react';
import { overwriteGetLocale } from '@/paraglide/runtime';

export type { Language };

const storageKey = 'ridgeline.language';
const locales = { english: 'en', spanish: 'es' } as const;

let current: Language = 'english';
const listeners = new Set<() => void>();

overwriteGetLocale(() => locales[current]);

/** The language that the page is in right now. */
export const language = (): Language => current;

/** The same as a locale: what `lang`, `Intl` and the calendar want. */
export const locale = (of: Language = current): 'en' | 'es' => locales[of];

/** Changes the language of the page; every screen draws itself anew without losing what was typed. */
export function setLanguage(next: Language): void {
  document.documentElement.lang = locales[next];
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the language lasts as long as the page.
  }
  if (next === current) return;
  current = next;
  for (const tell of listeners) tell();
}

/** Before the sign-in: the language that was last chosen here, else that of the browser. */
export function startLanguage(): void {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(storageKey);
  } catch {
    // Falls through to the browser's own wish.
  }
  const wished = navigator.language.toLowerCase().startsWith('es') ? 'spanish' : 'english';
  setLanguage(chosen === 'spanish' || chosen === 'english' ? chosen : wished);
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Draws the component anew when the language changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);
