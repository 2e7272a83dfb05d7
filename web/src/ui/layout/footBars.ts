/** The bars at the foot of a phone's screen: toasts are shown above them. */
import { useSyncExternalStore } from 'react';

/** How far each bar on the screen reaches up from the edge, in px. */
const heights = new Map<HTMLElement, number>();
const listeners = new Set<() => void>();
let highest = 0;
let observer: ResizeObserver | undefined;

function publish(): void {
  // Above a bar that has grown over half of the screen there would be no room.
  const next = Math.round(Math.min(Math.max(0, ...heights.values()), window.innerHeight / 2));
  if (next === highest) return;
  highest = next;
  for (const listener of listeners) listener();
}

function measure(): void {
  for (const bar of heights.keys()) {
    // Not the place where it is now: an overlay may still be sliding in.
    const { position, bottom } = getComputedStyle(bar);
    const below = position === 'fixed' ? Number.parseFloat(bottom) || 0 : 0;
    heights.set(bar, bar.offsetHeight === 0 ? 0 : bar.offsetHeight + below);
  }
  publish();
}

/** One for all bars. It measures after the layout, which it does not force. */
function sharedObserver(): ResizeObserver {
  if (observer === undefined) {
    observer = new ResizeObserver(measure);
    window.addEventListener('resize', measure);
  }
  return observer;
}

/** The ref of a bar. The element must call its cleanup: `Link` of the router does not. */
export function footBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  heights.set(bar, 0);
  // With its padding, which grows by the inset of the screen.
  sharedObserver().observe(bar, { box: 'border-box' });
  return () => {
    observer?.unobserve(bar);
    heights.delete(bar);
    publish();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How far the highest bar reaches up from the edge of the screen, in px. */
export const useFootHeight = (): number => useSyncExternalStore(subscribe, () => highest);
