import { useState, useSyncExternalStore } from 'react';

/** What can be dragged: a job's bar or card, a meeting's box. */
const handles = '[data-job], [data-appointment]';

const listeners = new Set<() => void>();
let held = false;
/** The number of drags so far. */
let drags = 0;

function set(now: boolean): void {
  if (held === now) return;
  held = now;
  for (const notify of listeners) notify();
}

const pressed = ({ target }: Event) => {
  if (!(target instanceof Element) || target.closest(handles) === null) return;
  drags += 1;
  set(true);
};

/**
 * The grid handles the end of a drag after the pointer event, and reports the drop one task later; that report
 * must be handled first. Another drag may have started by then.
 */
function released(): void {
  const drag = drags;
  setTimeout(() => setTimeout(() => drags === drag && set(false)));
}

/** A finger that scrolls cancels its pointer and continues as a touch. */
const canceled = ({ pointerType }: PointerEvent) => {
  if (pointerType !== 'touch') released();
};

const ends = ['pointerup', 'touchend', 'touchcancel', 'dragend', 'blur'] as const;

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('pointerdown', pressed, { capture: true });
    window.addEventListener('pointercancel', canceled);
    for (const end of ends) window.addEventListener(end, released);
  }
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    window.removeEventListener('pointerdown', pressed, { capture: true });
    window.removeEventListener('pointercancel', canceled);
    for (const end of ends) window.removeEventListener(end, released);
    held = false;
  };
}

const isHeld = () => held;

/**
 * Returns the value; during a drag, the one from before the drag. The grid forgets a drag when its bars are rendered
 * again: a drop would be lost if another user changed a job meanwhile.
 */
export function useFrozenDuringDrag<T>(value: T): T {
  const isDragging = useSyncExternalStore(subscribe, isHeld);
  const [frozen, setFrozen] = useState(value);
  if (isDragging) return frozen;
  if (frozen !== value) setFrozen(value);
  return value;
}
