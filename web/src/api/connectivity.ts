/** Whether the server can be reached, and when it last answered. */
import { useSyncExternalStore } from 'react';

let offline = !navigator.onLine;
let answeredAt: number | null = null;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === offline) return;
  offline = next;
  for (const listener of listeners) listener();
}

/** Any response, even a refusal, means that the server can be reached; a call without a response means it cannot. */
export function reportReachable(reachable: boolean): void {
  if (reachable) answeredAt = Date.now();
  set(!reachable);
}

// There is no 'online' listener: a network does not mean that the server can be reached.
window.addEventListener('offline', () => set(true));

export const isOffline = (): boolean => offline;

/** In ms; null if there was no response since the page was opened. */
export const lastResponseAt = (): number | null => answeredAt;

export function onConnectivityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOffline = (): boolean => useSyncExternalStore(onConnectivityChange, isOffline);
