/**
 * The states of the lists that this browser keeps, by the hash of their query. They are small and read at once, so
 * that the first request of a page can already ask for what has changed.
 */
import { listStatesKey } from './token';

/** The most lists whose state is stored: some years of months. Of others the whole list is fetched. */
const maxEntries = 64;

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(listStatesKey) ?? '{}');
  } catch {
    return {};
  }
}

/** Where what has changed since a state is fetched. */
export const sincePath = (path: string, state: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}since=${encodeURIComponent(state)}`;

export const keptState = (queryHash: string): string | undefined => read()[queryHash];

/** Stores the states of lists that were written to the cache; those without one are forgotten. */
export function storeStates(changed: ReadonlyMap<string, string | undefined>): void {
  const all = read();
  for (const [queryHash, state] of changed) {
    delete all[queryHash];
    if (state !== undefined) all[queryHash] = state;
  }
  const newest = Object.entries(all).slice(-maxEntries);
  try {
    localStorage.setItem(listStatesKey, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage space the next page fetches whole lists.
  }
}
