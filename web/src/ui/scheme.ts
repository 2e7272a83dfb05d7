/** Light or dark, as the device asks: sun on a roof makes most phones light, an office at night dark. Or as chosen here. */
import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark';

const kept = 'ridgeline.scheme';

const wish = () => window.matchMedia('(prefers-color-scheme: dark)');

const wished = (): Scheme => (wish().matches ? 'dark' : 'light');

function chosen(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    // A browser that keeps nothing follows the device.
    return null;
  }
}

function scheme(): Scheme {
  const own = chosen();
  return own === 'light' || own === 'dark' ? own : wished();
}

const listeners = new Set<() => void>();

const subscribe = (tell: () => void) => {
  const query = wish();
  query.addEventListener('change', tell);
  listeners.add(tell);
  return () => {
    query.removeEventListener('change', tell);
    listeners.delete(tell);
  };
};

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, scheme);

/** Chooses for this device. What the device asks for anyway is no choice: from then on it is followed again. */
export function chooseScheme(next: Scheme): void {
  try {
    if (next === wished()) localStorage.removeItem(kept);
    else localStorage.setItem(kept, next);
  } catch {
    // The same.
  }
  for (const tell of listeners) tell();
}

/** The tokens follow an attribute of the page, also where no component library is loaded. */
export function followScheme(): void {
  const mark = () => {
    document.documentElement.dataset.mantineColorScheme = scheme();
  };
  mark();
  subscribe(mark);
}
