import { IconAlertTriangle, IconCornerDownRight } from '@tabler/icons-react';
import { memo } from 'react';
import { crewOf } from '@/ui/jobs/crewOf';
import { jobColor } from '@/ui/jobs/jobColor';
import type { Scheme } from '@/ui/theme/colorScheme';
import { JobBar } from '../grid/JobBar';
import styles from './LaneBar.module.css';
import { dateRangeText } from './laneText';
import type { Bar } from './stacking';

interface LaneBarProps {
  bar: Bar;
  /** The overlap warning for these days. */
  warning: string | null;
  /** What the job waits for. */
  follows: string | null;
  /** True if its days may change: its ends can be dragged. */
  movable: boolean;
  /** True if it can be reassigned. */
  givable: boolean;
  scheme: Scheme;
  onOpen: (id: string) => void;
}

const keys = 'ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Enter';

/** A job on its days in its lane. A press opens its options, which offer everything a drag does. */
export const LaneBar = memo(function LaneBar(props: LaneBarProps) {
  const { bar, warning, follows, movable, givable, scheme, onOpen } = props;
  const { job, first, last, row, starts, ends } = bar;
  const done = job.status === 'complete';
  const { fill, text } = jobColor(job.color, scheme, done);
  const shortcuts = [movable && keys, givable && 'ArrowUp ArrowDown'].filter(Boolean).join(' ') || 'Enter';
  return (
    <button
      type="button"
      className={styles.bar}
      style={{
        gridColumn: `${first + 1} / ${last + 2}`,
        gridRow: row + 1,
        backgroundColor: fill,
        color: text,
      }}
      data-job={job.id}
      data-starts={starts || undefined}
      data-ends={ends || undefined}
      data-pending={(!done && crewOf(job).tone === 'pending') || undefined}
      data-warning={warning ?? undefined}
      data-follows={follows ?? undefined}
      data-movable={movable || givable || undefined}
      aria-keyshortcuts={shortcuts}
      onClick={() => onOpen(job.id)}
    >
      {movable && starts && <span className={styles.grip} data-grip="start" />}
      <span className={styles.words}>
        {follows !== null && (
          <IconCornerDownRight className={styles.sign} size={14} stroke={2.4} aria-hidden />
        )}
        <JobBar job={job} days={1} />
        <span className="spoken">
          , {dateRangeText(job)}
          {follows !== null && `. ${follows}`}
        </span>
        {warning !== null && (
          <>
            <IconAlertTriangle className={styles.sign} size={14} stroke={2.4} aria-hidden />
            <span className="spoken">. {warning}</span>
          </>
        )}
      </span>
      {movable && ends && <span className={`${styles.grip} ${styles.last}`} data-grip="end" />}
    </button>
  );
});
