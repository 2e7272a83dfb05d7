import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconCalendarDown,
  IconCalendarOff,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconPrinter,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { useCompletion } from '@/components/jobs/useCompletion';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { fetchJobEvent } from '@/queries/calendar/calendarFeed';
import { saveFile } from '@/ui/files/saveFile';
import { isScheduled } from '@/wasm/rules';
import { useCalendarView } from '../useCalendarView';
import { useJobMoves } from '../useJobMoves';
import styles from './JobOptions.module.css';

interface JobActionsProps {
  job: Job;
  onClose: () => void;
  /** Shown between the link to the details and the buttons. */
  children: ReactNode;
}

/** The link to the details, then complete and unschedule. Actions that show on the calendar close the options. */
export function JobActions({ job, onClose, children }: JobActionsProps) {
  const { over } = useCalendarView();
  const { done, toggle: complete } = useCompletion(job);
  const { takeOff } = useJobMoves();
  const scheduleLock = useScheduleLock();

  const toggle = () => {
    onClose();
    complete();
  };
  const download = () =>
    runWithPopup(async () => {
      const file = await fetchJobEvent(job.id);
      saveFile(file.name, file);
    });
  const unschedule = () => {
    onClose();
    void takeOff(job);
  };

  return (
    <>
      <Button
        fullWidth
        component={Link}
        to={over(`job/details/${job.id}`)}
        rightSection={<IconArrowRight size={17} />}
      >
        {m.calendar_fullDetails()}
      </Button>
      {children}
      <div className={styles.rows}>
        <Link to={`/app/card/${job.id}`} className={styles.row}>
          <IconPrinter size={21} stroke={1.7} />
          <span className="grow">{m.calendar_card()}</span>
          <IconChevronRight size={17} />
        </Link>
        {isScheduled(job.startDate, job.endDate) && (
          <button type="button" className={styles.row} onClick={() => void download()}>
            <IconCalendarDown size={21} stroke={1.7} />
            <span className="grow">{m.calendar_downloadIcs()}</span>
            <IconChevronRight size={17} />
          </button>
        )}
        <Permitted action="jobs.complete">
          <button type="button" className={styles.row} onClick={toggle}>
            {done ? <IconCircleDashed size={21} stroke={1.7} /> : <IconCircleCheck size={21} stroke={1.7} />}
            <span className="grow">{done ? m.calendar_markIncomplete() : m.calendar_markComplete()}</span>
            <IconChevronRight size={17} />
          </button>
        </Permitted>
        {isScheduled(job.startDate, job.endDate) && (
          <Permitted action="jobs.schedule" unless={scheduleLock(job.status)}>
            <button type="button" className={styles.row} onClick={unschedule}>
              <IconCalendarOff size={21} stroke={1.7} />
              <span className="grow">{m.calendar_unschedule()}</span>
              <IconChevronRight size={17} />
            </button>
          </Permitted>
        )}
      </div>
    </>
  );
}
