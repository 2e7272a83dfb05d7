import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let whole = false;

function set(now: boolean): void {
  whole = now;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** True while a print is made: lists that draw only what is in sight draw everything then. */
export const useWholeShown = (): boolean => useSyncExternalStore(subscribe, () => whole);

/** Lets the browser draw what has changed. */
export const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Does this while everything is drawn. */
export async function whileWhole<T>(work: () => Promise<T>): Promise<T> {
  set(true);
  try {
    await drawn();
    return await work();
  } finally {
    set(false);
  }
}
