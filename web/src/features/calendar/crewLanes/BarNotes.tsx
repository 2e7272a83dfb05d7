import { type FocusEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';

import { type Point, PointerTooltip } from '../overlaps/PointerTooltip';

interface Shown {
  at: Point;
  warning: string | null;
  /** What the job waits for. */
  follows: string | null;
}

const barOf = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('[data-warning], [data-follows]');

const notesOf = (bar: HTMLElement) => ({
  warning: bar.dataset.warning ?? null,
  follows: bar.dataset.follows ?? null,
});

interface BarNotesProps {
  className: string;
  /** True during a drag, which shows its own note. */
  off: boolean;
  children: ReactNode;
}

/** Shows the warning of the hovered or focused bar, and what it waits for. All bars share one note, so they are not rendered again. */
export function BarNotes({ className, off, children }: BarNotesProps) {
  const [note, setNote] = useState<Shown | null>(null);
  const shownBar = useRef<HTMLElement | null>(null);
  const onMouseOver = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const bar = barOf(target);
    if (bar === shownBar.current) return;
    shownBar.current = bar;
    setNote(bar === null ? null : { at: { x, y }, ...notesOf(bar) });
  };
  const onFocus = ({ target }: FocusEvent) => {
    const bar = barOf(target);
    // A press also focuses the bar, but needs no new note.
    if (bar === null || !bar.matches(':focus-visible')) return;
    const box = bar.getBoundingClientRect();
    setNote({ at: { x: Math.max(box.left, 0), y: box.bottom - 12 }, ...notesOf(bar) });
  };
  const hide = () => {
    shownBar.current = null;
    if (note !== null) setNote(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the bars inside are the pointer targets.
    <div
      role="presentation"
      className={className}
      onMouseOver={onMouseOver}
      onMouseLeave={hide}
      onFocus={onFocus}
      onBlur={hide}
    >
      {children}
      {note !== null && !off && (
        <PointerTooltip
          key={`${note.follows} ${note.warning}`}
          at={note.at}
          under={note.follows}
          warning={note.warning}
          silent
        />
      )}
    </div>
  );
}
