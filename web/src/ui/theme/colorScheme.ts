/** The color scheme: that of the device, unless the user has chosen one here. */
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
  const own = chosenScheme();
  return own === 'light' || own === 'dark' ? own : deviceScheme();
}

const listeners = new Set<() => void>();

const subscribe = (tell: () => void) => {
  const query = darkQuery();
  query.addEventListener('change', tell);
  listeners.add(tell);
  return () => {
    query.removeEventListener('change', tell);
    listeners.delete(tell);
  };
};

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, scheme);

/** Chooses a scheme for this device. Choosing the scheme of the device removes the choice: it is followed again. */
export function chooseScheme(next: Scheme): void {
  try {
    if (next === deviceScheme()) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // The same.
  }
  for (const tell of listeners) tell();
}

/** The tokens follow an attribute of the page, also where no component library is loaded. */
export function applyScheme(): void {
  const mark = () => {
    document.documentElement.dataset.mantineColorScheme = scheme();
  };
  mark();
  subscribe(mark);
}
