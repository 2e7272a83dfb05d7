/** The progress of each upload. Separate from the list, which would render with every progress event. */
import { useSyncExternalStore } from 'react';

const shares = new Map<string, number>();
const listeners = new Set<() => void>();

/** From 0 to 1; null if it has ended. */
export function setUploadShare(id: string, share: number | null): void {
  if (share === null) shares.delete(id);
  else shares.set(id, share);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUploadShare = (id: string): number =>
  useSyncExternalStore(subscribe, () => shares.get(id) ?? 0);
