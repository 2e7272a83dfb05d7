/** The color scheme: that of the device, unless the user has chosen one in this browser. */
import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark';

const storageKey = 'ridgeline.scheme';

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

const deviceScheme = (): Scheme => (darkQuery().matches ? 'dark' : 'light');

function chosenScheme(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Without storage the scheme of the device is used.
    return null;
  }
}

function scheme(): Scheme {
  const chosen = chosenScheme();
  return chosen === 'light' || chosen === 'dark' ? chosen : deviceScheme();
}

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  const query = darkQuery();
  query.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    query.removeEventListener('change', listener);
    listeners.delete(listener);
  };
};

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, scheme);

/** Chooses a scheme in this browser. Choosing the scheme of the device removes the choice: it is followed again. */
export function chooseScheme(next: Scheme): void {
  try {
    if (next === deviceScheme()) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // The same.
  }
  for (const listener of listeners) listener();
}

/** The tokens follow an attribute of the page, also where no component library is loaded. */
export function applyScheme(): void {
  const mark = () => {
    document.documentElement.dataset.mantineColorScheme = scheme();
  };
  mark();
  subscribe(mark);
}
