/**
 * Whether this tab receives live events. In a file of its own, because the connection itself loads after the first
 * paint.
 */
import { useSyncExternalStore } from 'react';

/** How long a lost connection is not shown, in ms: most come back before. */
const reconnectingDelay = 2_000;

type ConnectionState =
  /** Not connected yet, or not listening any more. */
  | 'none'
  | 'live'
  /** It was live before. */
  | 'lost';

let state: ConnectionState = 'none';
let longLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(long: boolean): void {
  if (longLost === long) return;
  longLost = long;
  for (const tell of listeners) tell();
}

/** In a hidden tab the delay starts when the tab becomes visible. */
function wait(): void {
  clearTimeout(timer);
  show(false);
  if (state === 'lost' && document.visibilityState === 'visible')
    timer = setTimeout(() => show(true), reconnectingDelay);
}

export function setConnectionState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  wait();
  if (next === 'lost') document.addEventListener('visibilitychange', wait);
  else document.removeEventListener('visibilitychange', wait);
}

export const isLive = (): boolean => state === 'live';

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** It was live and has not been for longer than a blink. */
export const useReconnecting = (): boolean => useSyncExternalStore(subscribe, () => longLost);
