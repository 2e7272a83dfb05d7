import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** The number of running prints: a stopped one may still be ending when the next begins. */
let prints = 0;

function count(by: 1 | -1): void {
  prints += by;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** True while printing: virtualized lists then render all of their entries. */
export const usePrintMode = (): boolean => useSyncExternalStore(subscribe, () => prints > 0);

/** Resolves after the browser has painted pending changes. */
export const nextPaint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Runs work in print mode. */
export async function inPrintMode<T>(work: () => Promise<T>): Promise<T> {
  count(1);
  try {
    await nextPaint();
    return await work();
  } finally {
    count(-1);
  }
}
