import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconClockHour4,
  IconCornerDownRight,
  IconPencil,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ScheduleForm } from '@/components/jobs/ScheduleForm';
import { m } from '@/i18n';
import { spanText } from '@/ui/dates/spans';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { crewDisplay } from '@/wasm/rules';
import type { MoveRow } from './moveRows';
import styles from './Shift.module.css';
import type { Adjustment } from './shiftTerms';

/** What a row can do. */
export interface RowActions {
  /** The form with its days is open. */
  isEdited: boolean;
  edit: (on: boolean) => void;
  adjust: (adjustment: Adjustment | null) => void;
}

/** The title of the job, with its crew, or the employee who does it, and its city. */
export function MovedJob({ job }: { job: Job | undefined }) {
  if (job === undefined) return <span className="dim">–</span>;
  const { crew, crewLead } = crewDisplay(job);
  return (
    <div className={styles.job}>
      <ColorBar color={job.color} height="100%" />
      <div className={styles.words}>
        <b className={styles.title}>{job.title}</b>
        <span className="muted">{[crew ?? crewLead ?? m.common_noCrew(), job.city].join(' · ')}</span>
      </div>
    </div>
  );
}

/** The days after the move. */
export function NewDays({ row }: { row: MoveRow }) {
  if (row.will === null) return <span className="muted">{m.shift_stays()}</span>;
  return (
    <b className="num">
      <IconArrowRight className={styles.arrow} size={16} stroke={2.2} aria-hidden />
      {spanText(row.will)}
    </b>
  );
}

function Note({ icon, tone, children }: { icon: ReactNode; tone?: 'warn'; children: ReactNode }) {
  return (
    <li className={styles.note} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </li>
  );
}

/** What to know of a move: who must accept again, what it overlaps, and why it moves. */
export function MoveNotes({ row: { job, asksAgain, overlaps, behind, adjusted, will } }: { row: MoveRow }) {
  const company = asksAgain && job !== undefined ? (crewDisplay(job).crew ?? m.lanes_nameless()) : null;
  if (company === null && overlaps.length === 0 && behind === null && adjusted === null) return null;
  return (
    <ul className={`plainList ${styles.notes}`}>
      {company !== null && (
        <Note tone="warn" icon={<IconClockHour4 size={16} stroke={2.2} aria-hidden />}>
          {m.shift_asksAgain({ company })}
        </Note>
      )}
      {overlaps.length > 0 && (
        <Note tone="warn" icon={<IconAlertTriangle size={16} stroke={2.2} aria-hidden />}>
          {m.shift_overlaps({ jobs: overlaps.join(', ') })}
        </Note>
      )}
      {behind !== null && (
        <Note icon={<IconCornerDownRight size={16} aria-hidden />}>{m.shift_behind({ job: behind })}</Note>
      )}
      {adjusted !== null && (
        <Note icon={<IconPencil size={16} aria-hidden />}>
          {will === null ? m.shift_leftOut() : m.shift_changedByYou()}
        </Note>
      )}
    </ul>
  );
}

/** Changes the days of one job, leaves it out, or takes that back. */
export function RowButtons({ row, actions }: { row: MoveRow; actions: RowActions }) {
  const { edit, adjust, isEdited } = actions;
  const title = row.job?.title ?? '';
  const small = { variant: 'subtle', color: 'gray', className: styles.small ?? '' } as const;
  if (row.adjusted !== null) {
    const text = row.adjusted === 'skip' ? m.shift_unskip() : m.common_undo();
    return (
      <Button {...small} aria-label={`${text}: ${title}`} onClick={() => adjust(null)}>
        {text}
      </Button>
    );
  }
  return (
    <>
      <Button
        {...small}
        aria-expanded={isEdited}
        aria-label={m.shift_changeJob({ job: title })}
        onClick={() => edit(!isEdited)}
      >
        {m.shift_change()}
      </Button>
      <Button {...small} aria-label={m.shift_skipJob({ job: title })} onClick={() => adjust('skip')}>
        {m.shift_skip()}
      </Button>
    </>
  );
}

/** The days of one job, to choose others. */
export function ChangeDays({ row, actions }: { row: MoveRow; actions: RowActions }) {
  const { job, will, was } = row;
  if (job === undefined) return null;
  return (
    <div className={styles.change}>
      <ScheduleForm
        job={{ ...job, ...(will ?? was) }}
        action={m.shift_useDays()}
        save={async (span) => {
          actions.adjust(span);
          actions.edit(false);
        }}
      />
    </div>
  );
}
