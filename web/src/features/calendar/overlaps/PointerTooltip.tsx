import { IconAlertTriangle } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

import styles from './PointerTooltip.module.css';

export interface Point {
  x: number;
  y: number;
}

/** The gaps between pointer and tooltip, and between tooltip and window edge, in px. */
const gap = 18;
const margin = 8;

/** Beside the pointer, on the side with more space. */
function place(note: HTMLElement, { x, y }: Point): void {
  const { offsetWidth: width, offsetHeight: height } = note;
  const left = x + gap + width > window.innerWidth - margin ? x - gap - width : x + gap;
  const top = y + gap + height > window.innerHeight - margin ? y - gap - height : y + gap;
  note.style.translate = `${Math.max(margin, left)}px ${Math.max(margin, top)}px`;
}

interface PointerTooltipProps {
  /** Where the pointer is when the tooltip appears. */
  at: Point;
  /** What is dragged, or where it would be dropped. */
  title?: string;
  under?: string | null;
  /** Why it cannot be dropped there. */
  refused?: string | null;
  /** A warning about a drop there. */
  warning?: string | null;
  /** True if screen readers get the message elsewhere. */
  silent?: boolean;
}

/** Follows the pointer during a drag and shows what a drop would do. It is not part of the drag itself. */
export function PointerTooltip({
  at,
  title,
  under = null,
  refused = null,
  warning = null,
  silent = false,
}: PointerTooltipProps) {
  const note = useRef<HTMLDivElement>(null);
  const latest = useRef(at);
  useLayoutEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      latest.current = { x, y };
      if (note.current !== null) place(note.current, latest.current);
    };
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, []);
  // The size depends on the text.
  useLayoutEffect(() => {
    if (note.current !== null) place(note.current, latest.current);
  });
  const message = refused ?? warning;
  return createPortal(
    <div
      ref={note}
      className={`card floating ${styles.note}`}
      data-tone={refused === null ? undefined : 'bad'}
      {...(silent ? { 'aria-hidden': true } : { role: 'status' })}
    >
      {title !== undefined && <div className={styles.title}>{title}</div>}
      {under !== null && <div>{under}</div>}
      {message !== null && (
        <div className={styles.said}>
          <IconAlertTriangle size={16} stroke={2.2} aria-hidden />
          <span>{message}</span>
        </div>
      )}
    </div>,
    document.body,
  );
}
