import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** How many prints are made: one that was stopped may still be ending when the next begins. */
let prints = 0;

function count(by: 1 | -1): void {
  prints += by;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** True while a print is made: lists that draw only what is in sight draw everything then. */
export const usePrintMode = (): boolean => useSyncExternalStore(subscribe, () => prints > 0);

/** Lets the browser draw what has changed. */
export const nextPaint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Does this while everything is drawn. */
export async function inPrintMode<T>(work: () => Promise<T>): Promise<T> {
  count(1);
  try {
    await nextPaint();
    return await work();
  } finally {
    count(-1);
  }
}
