/** Whether this tab hears of changes at once. Known without what does the hearing, which comes after the first paint. */
import { useSyncExternalStore } from 'react';

/** How long a loss is kept quiet about, in ms: most are over by then. */
const patience = 2_000;

type Standing =
  /** Not yet, or nobody listens any more. */
  | 'none'
  | 'live'
  /** It was live before. */
  | 'lost';

let standing: Standing = 'none';
let lostLong = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const tellAll = new Set<() => void>();

function show(long: boolean): void {
  if (lostLong === long) return;
  lostLong = long;
  for (const tell of tellAll) tell();
}

/** Nobody waits in front of a page that is hidden: the patience begins when it is looked at. */
function wait(): void {
  clearTimeout(timer);
  show(false);
  if (standing === 'lost' && document.visibilityState === 'visible')
    timer = setTimeout(() => show(true), patience);
}

export function setStanding(next: Standing): void {
  if (next === standing) return;
  standing = next;
  wait();
  if (next === 'lost') document.addEventListener('visibilitychange', wait);
  else document.removeEventListener('visibilitychange', wait);
}

export const isLive = (): boolean => standing === 'live';

function subscribe(tell: () => void): () => void {
  tellAll.add(tell);
  return () => tellAll.delete(tell);
}

/** It was live and has not been for longer than a blink. */
export const useReconnecting = (): boolean => useSyncExternalStore(subscribe, () => lostLong);
