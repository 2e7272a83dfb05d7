/** Whether the server can be reached from here, and when it was heard of last. */
import { useSyncExternalStore } from 'react';

let away = !navigator.onLine;
let heardAt: number | null = null;
const tellAll = new Set<() => void>();

function set(next: boolean): void {
  if (next === away) return;
  away = next;
  for (const tell of tellAll) tell();
}

/** Every answer says that it is there, whatever it answers; a call without one says that it is not. */
export function heard(answered: boolean): void {
  if (answered) heardAt = Date.now();
  set(!answered);
}

// That there is a network again does not say yet that the server is.
window.addEventListener('offline', () => set(true));

export const isAway = (): boolean => away;

/** In ms; null where it was not heard of since the page was opened. */
export const lastHeard = (): number | null => heardAt;

export function onReach(tell: () => void): () => void {
  tellAll.add(tell);
  return () => tellAll.delete(tell);
}

export const useAway = (): boolean => useSyncExternalStore(onReach, isAway);
