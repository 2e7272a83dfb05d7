import { ActionIcon, Button } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useGeolocation } from '@/components/map/geolocation';
import { miles, milesText } from '@/components/map/nearby';
import { m } from '@/i18n';
import { dayText } from '@/ui/dates/dates';
import { areaText } from '@/ui/jobs/areaText';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { CrewName } from '@/ui/jobs/CrewName';

import type { useCalendarView } from '../useCalendarView';
import styles from './JobMapCard.module.css';
import type { LocatedJob } from './useMapJobs';

interface JobMapCardProps {
  job: LocatedJob;
  calendar: ReturnType<typeof useCalendarView>;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The selected job, with links. */
export function JobMapCard({ job, calendar, onOpen, onClose }: JobMapCardProps) {
  const { place } = useGeolocation();
  const area = areaText(job);
  const dates = job.startDate === job.endDate ? [job.startDate] : [job.startDate, job.endDate];
  return (
    <section className={`card floating ${styles.card}`} aria-label={job.title}>
      <div className={styles.head}>
        <ColorBar color={job.color} done={job.status !== 'active'} height={40} />
        <div className="grow">
          <b className={styles.title}>{job.title}</b>
          <div className="muted">{[job.address, job.city, job.state].filter(Boolean).join(', ')}</div>
          {area !== null && <div className="muted">{area}</div>}
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
