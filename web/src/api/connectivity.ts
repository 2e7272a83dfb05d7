/** Whether the server can be reached, and when it last answered. */
import { useSyncExternalStore } from 'react';

let offline = !navigator.onLine;
let answeredAt: number | null = null;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === offline) return;
  offline = next;
  for (const tell of listeners) tell();
}

/**
 * Any response shows that the server can be reached, also a refusal; a call without a response shows that it cannot.
 */
export function reportAnswer(answered: boolean): void {
  if (answered) answeredAt = Date.now();
  set(!answered);
}

// That there is a network again does not say yet that the server is.
window.addEventListener('offline', () => set(true));

export const isOffline = (): boolean => offline;

/** In ms; null where there was no response since the page was opened. */
export const lastAnswerAt = (): number | null => answeredAt;

export function onConnectivityChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useOffline = (): boolean => useSyncExternalStore(onConnectivityChange, isOffline);
