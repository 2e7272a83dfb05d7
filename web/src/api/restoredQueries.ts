/** The queries that show a response which this browser kept from earlier. */
import { useSyncExternalStore } from 'react';

const receivedAt = new Map<string, number>();
const listeners = new Set<() => void>();

/** Since when each of them is known, by the hash of its query. */
export const restored = {
  get: (hash: string): number | undefined => receivedAt.get(hash),
  has: (hash: string): boolean => receivedAt.has(hash),
  all: (): readonly number[] => [...receivedAt.values()],
  set: (hash: string, at: number): void => {
    receivedAt.set(hash, at);
    for (const listener of listeners) listener();
  },
  delete: (hash: string): void => {
    if (receivedAt.delete(hash)) for (const listener of listeners) listener();
  },
};

/** For tests: as after a page load. */
export const forgetRestored = (): void => receivedAt.clear();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there is any. */
export const useRestored = (): boolean => useSyncExternalStore(subscribe, () => receivedAt.size > 0);
