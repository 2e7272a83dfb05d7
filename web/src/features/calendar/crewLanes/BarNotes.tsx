import { type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react';

import { type Point, PointerTooltip } from '../overlaps/PointerTooltip';

interface Shown {
  at: Point;
  warning: string;
}

const barOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-warning]');

interface BarNotesProps {
  className: string;
  /** True during a drag, which shows its own note. */
  off: boolean;
  children: ReactNode;
}

/** Shows the warning of the hovered or focused bar. All bars share one note, so they are not rendered again. */
export function BarNotes({ className, off, children }: BarNotesProps) {
  const [note, setNote] = useState<Shown | null>(null);
  const onMouseOver = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const warning = barOf(target)?.dataset.warning;
    if (warning !== note?.warning) setNote(warning === undefined ? null : { at: { x, y }, warning });
  };
  const onFocus = ({ target }: FocusEvent) => {
    const bar = barOf(target);
    const warning = bar?.dataset.warning;
    // A press also focuses the bar, but needs no new note.
    if (bar === null || warning === undefined || !bar.matches(':focus-visible')) return;
    const box = bar.getBoundingClientRect();
    setNote({ at: { x: Math.max(box.left, 0), y: box.bottom - 12 }, warning });
  };
  const hide = () => {
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
      {note !== null && !off && <PointerTooltip key={note.warning} {...note} silent />}
    </div>
  );
}
