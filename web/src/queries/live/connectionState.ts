/**
 * Whether this tab receives live events. In a separate file, because the connection itself loads after the first paint.
 */
import { useSyncExternalStore } from 'react';

/** The delay before a lost connection is shown, in ms: most are restored before. */
const reconnectingDelay = 2_000;

type ConnectionState =
  /** Not connected yet, or closed. */
  | 'none'
  | 'live'
  /** It was live before. */
  | 'lost';

let state: ConnectionState = 'none';
let isReconnecting = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(long: boolean): void {
  if (isReconnecting === long) return;
  isReconnecting = long;
  for (const listener of listeners) listener();
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True if the connection was live and has been lost for longer than the delay. */
export const useReconnecting = (): boolean => useSyncExternalStore(subscribe, () => isReconnecting);
