import { Portal } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { m } from '@/i18n';
import styles from './DraggedCard.module.css';
import type { DraggedState } from './useCardDrag';

interface DraggedCardProps {
  title: string;
  /** The color of its edge. */
  fill: string;
  lifted: DraggedState;
  ghost: RefObject<HTMLDivElement | null>;
  /** Shown while a drop would change nothing. */
  hint: string;
  /** The text for a drop on this day: its new dates. */
  dropped: (day: string) => string;
}

/** The card that follows the finger, with the dates after a drop. */
export function DraggedCard({ title, fill, lifted: { over }, ghost, hint, dropped }: DraggedCardProps) {
  return (
    <Portal>
      <div ref={ghost} className={styles.ghost}>
        <div className={styles.card} data-over={over !== null || undefined}>
          <span className={styles.edge} style={{ background: fill }} />
          <span className={styles.words}>
            <b className={styles.title}>{title}</b>
            <span className={styles.dates} role="status">
              {over === null && hint}
              {over === 'unscheduled' && (
                <>
                  <IconCalendarOff size={18} stroke={1.9} aria-hidden /> {m.calendar_dropUnscheduled()}
                </>
              )}
              {over !== null && over !== 'unscheduled' && dropped(over.day)}
            </span>
          </span>
        </div>
      </div>
    </Portal>
  );
}
