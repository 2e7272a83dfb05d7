/** How much of each upload has been sent. Apart from the list, which would be drawn anew with every progress. */
import { useSyncExternalStore } from 'react';

const shares = new Map<string, number>();
const listeners = new Set<() => void>();

/** From 0 to 1; null when it has ended. */
export function setUploadShare(id: string, share: number | null): void {
  if (share === null) shares.delete(id);
  else shares.set(id, share);
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useUploadShare = (id: string): number =>
  useSyncExternalStore(subscribe, () => shares.get(id) ?? 0);
