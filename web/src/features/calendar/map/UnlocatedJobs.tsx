import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconMapOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import type { useCalendarView } from '../useCalendarView';
import { WindowedList } from '../WindowedList';
import map from './JobMap.module.css';
import styles from './UnlocatedJobs.module.css';

/** In px. */
const rowHeight = 56;

interface UnlocatedJobsProps {
  jobs: readonly Job[];
  calendar: ReturnType<typeof useCalendarView>;
}

/** The jobs that the map cannot show, with links to add an address. */
export function UnlocatedJobs({ jobs, calendar }: UnlocatedJobsProps) {
  const [open, setOpen] = useState(false);
  const { may } = useSession();
  const id = useId();
  if (jobs.length === 0) return null;
  const message = m.calendar_noPlace({ count: jobs.length });
  const mayEdit = may('jobs.edit');

  const linkTo = (job: Job) => {
    const { pathname, search } = calendar.over(`job/details/${job.id}`);
    const params = new URLSearchParams(search);
    // The tab of the job page with the address.
    if (mayEdit) params.set('view', 'edit');
    return { pathname, search: params.toString() };
  };

  return (
    <div className={styles.none}>
      <button
        type="button"
        className={`${map.line} ${styles.hint}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconMapOff size={18} stroke={1.8} aria-hidden />
        <span className="grow">{message}</span>
        {open ? <IconChevronDown size={17} aria-hidden /> : <IconChevronUp size={17} aria-hidden />}
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <WindowedList entries={jobs} rowHeight={rowHeight} label={message} className={styles.list}>
            {(job) => (
              <>
                <span className={styles.words}>
                  <b className="trunc">{job.title}</b>
                  <span className="muted trunc">{[job.address, job.city].filter(Boolean).join(', ')}</span>
                </span>
                <Button
                  component={Link}
                  to={linkTo(job)}
                  variant="default"
                  size="compact-sm"
                  aria-label={mayEdit ? m.calendar_addAddressTo({ title: job.title }) : job.title}
                >
                  {mayEdit ? m.calendar_addAddress() : m.calendar_fullDetails()}
                </Button>
              </>
            )}
          </WindowedList>
        )}
      </div>
    </div>
  );
}
