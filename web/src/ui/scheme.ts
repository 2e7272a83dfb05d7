/** Light or dark, as the device asks: sun on a roof makes most phones light, an office at night dark. */
import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark';

const wish = () => window.matchMedia('(prefers-color-scheme: dark)');

const scheme = (): Scheme => (wish().matches ? 'dark' : 'light');

const subscribe = (tell: () => void) => {
  const query = wish();
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, scheme);

/** The tokens follow an attribute of the page, also where no component library is loaded. */
export function followScheme(): void {
  const mark = () => {
    document.documentElement.dataset.mantineColorScheme = scheme();
  };
  mark();
  subscribe(mark);
}
