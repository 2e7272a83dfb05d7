import type { Calendar, Job } from '@bindings';
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCalendarChanges } from '@/queries/calendar/calendars';
import { useJobs } from '@/queries/jobs/jobs';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { SearchField } from '@/ui/inputs/SearchField';
import { ColorBar } from '@/ui/jobs/ColorBar';

import { useFilteredJobs } from '../filters/useFiltered';
import { noFilters } from '../useCalendarView';
import { WindowedList } from '../WindowedList';
import styles from './CalendarsPanel.module.css';

/** In px: two lines of text, and large enough for a thumb. */
const rowHeight = 52;

interface AddJobsProps {
  calendar: Calendar;
  close: () => void;
}

interface JobTicksProps {
  calendar: Calendar;
  jobs: readonly Job[];
  /** The id of the message that explains why the boxes are disabled; null if they are not. */
  why: string | null;
}

/** The jobs, checked if they are on the calendar. */
function JobTicks({ calendar, jobs, why }: JobTicksProps) {
  const { toggle } = useCalendarChanges();
  const put = async (job: Job) => {
    await runWithPopup(() => toggle(job, calendar.id));
  };
  return (
    <WindowedList
      entries={jobs}
      rowHeight={rowHeight}
      className={styles.jobs}
      label={m.calendar_jobsOn({ title: calendar.title })}
    >
      {(job) => (
        <>
          <ColorBar color={job.color} done={job.status === 'complete'} />
          <Checkbox
            className="grow"
            classNames={{ body: styles.box ?? '', label: styles.job ?? '', description: 'trunc' }}
            label={job.title}
            description={[job.jobNumber && `#${job.jobNumber}`, job.city].filter(Boolean).join(', ')}
            checked={job.calendarAssignments.some(({ calendarId }) => calendarId === calendar.id)}
            disabled={why !== null}
            aria-describedby={why ?? undefined}
            onChange={() => void put(job)}
          />
        </>
      )}
    </WindowedList>
  );
}

/** All jobs, to add to a calendar or remove from it. Each tick is saved at once. */
export function AddJobs({ calendar, close }: AddJobsProps) {
  const { whyNot } = useSession();
  const { jobs, error } = useJobs();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const { shown } = useFilteredJobs(jobs, { ...noFilters, query }, false);
  const reason = whyNot('jobs.calendarAssign');
  const why = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.body}>
      <div className={styles.chosen}>
        <ActionIcon size={44} aria-label={m.calendar_backToCalendars()} onClick={close}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <h3 className="trunc">{calendar.title}</h3>
      </div>
      <SearchField
        ref={field}
        className={styles.search ?? ''}
        label={m.calendar_findJobs()}
        placeholder={m.calendar_findJobs()}
        query={typed}
        setQuery={setTyped}
      />
      {reason !== null && (
        <p id={why} className={styles.none}>
          {reason}
        </p>
      )}
      {jobs === undefined &&
        (error === null ? <SkeletonCards count={4} height={44} /> : <p>{error.message}</p>)}
      {jobs !== undefined && shown.length === 0 && (
        <p className={styles.none} role="status">
          {m.calendar_noJobsFound()}
        </p>
      )}
      {shown.length > 0 && <JobTicks calendar={calendar} jobs={shown} why={reason === null ? null : why} />}
    </div>
  );
}
