import { useState, useSyncExternalStore } from 'react';

/** What is taken hold of: a job's bar or card, a meeting's box. */
const handles = '[data-job], [data-appointment]';

const listeners = new Set<() => void>();
let held = false;
/** How often something was taken hold of. */
let grasps = 0;

function set(now: boolean): void {
  if (held === now) return;
  held = now;
  for (const tell of listeners) tell();
}

const taken = ({ target }: Event) => {
  if (!(target instanceof Element) || target.closest(handles) === null) return;
  grasps += 1;
  set(true);
};

/**
 * The grid handles the end of a drag after the pointer event, and reports the drop one task later: its report must
 * come first. Another drag may have started by then.
 */
function released(): void {
  const then = grasps;
  setTimeout(() => setTimeout(() => grasps === then && set(false)));
}

/** A finger that scrolls cancels its pointer and continues as a touch. */
const cancelled = ({ pointerType }: PointerEvent) => {
  if (pointerType !== 'touch') released();
};

const ends = ['pointerup', 'touchend', 'touchcancel', 'dragend', 'blur'] as const;

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('pointerdown', taken, { capture: true });
    window.addEventListener('pointercancel', cancelled);
    for (const end of ends) window.addEventListener(end, released);
  }
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    window.removeEventListener('pointerdown', taken, { capture: true });
    window.removeEventListener('pointercancel', cancelled);
    for (const end of ends) window.removeEventListener(end, released);
    held = false;
  };
}

const isHeld = () => held;

/**
 * Returns the value, but the previous one during a drag. The grid forgets a drag when its bars are rendered again: a
 * drop would be lost whenever somebody else changes a job meanwhile.
 */
export function useFrozenDuringDrag<T>(value: T): T {
  const inHand = useSyncExternalStore(subscribe, isHeld);
  const [frozen, setFrozen] = useState(value);
  if (inHand) return frozen;
  if (frozen !== value) setFrozen(value);
  return value;
}
