import { ActionIcon, Button } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useWhereabouts } from '@/session/whereabouts';
import { ColourBar } from '@/ui/ColourBar';
import { CrewName } from '@/ui/CrewName';
import { dayText } from '@/ui/days';
import { miles, milesText } from '@/ui/map/nearby';

import type { useCalendarView } from '../useCalendarView';
import styles from './JobMapCard.module.css';
import type { PlacedJob } from './useMapJobs';

interface JobMapCardProps {
  job: PlacedJob;
  calendar: ReturnType<typeof useCalendarView>;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** What the chosen marker is, and the ways on. */
export function JobMapCard({ job, calendar, onOpen, onClose }: JobMapCardProps) {
  const { place } = useWhereabouts();
  const dates = job.startDate === job.endDate ? [job.startDate] : [job.startDate, job.endDate];
  return (
    <section className={styles.card} aria-label={job.title}>
      <div className={styles.head}>
        <ColourBar color={job.color} done={job.status !== 'active'} height={40} />
        <div className="grow">
          <b className={styles.title}>{job.title}</b>
          <div className="muted">{[job.address, job.city, job.state].filter(Boolean).join(', ')}</div>
        </div>
        <ActionIcon aria-label={m.common_close()} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <dl className={styles.facts}>
        <dt>{m.calendar_dates()}</dt>
        <dd className="num">
          {job.startDate === null ? m.common_unscheduled() : dates.map(dayText).join(' – ')}
        </dd>
        <dt>{m.calendar_crew()}</dt>
        <dd>
          <CrewName job={job} />
        </dd>
        {place !== null && (
          <>
            <dt>{m.calendar_distance()}</dt>
            <dd className="num">{m.map_fromYou({ distance: milesText(miles(place, job)) })}</dd>
          </>
        )}
      </dl>
      <div className={styles.ways}>
        <Button
          component={Link}
          to={calendar.over(`job/details/${job.id}`)}
          rightSection={<IconArrowRight size={16} />}
        >
          {m.calendar_fullDetails()}
        </Button>
        <Button variant="default" onClick={() => onOpen(job.id)}>
          {m.calendar_options()}
        </Button>
      </div>
    </section>
  );
}
