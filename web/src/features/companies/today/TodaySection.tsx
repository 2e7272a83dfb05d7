import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ReceivedOffers } from '@/components/planning/offers/ReceivedOffers';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { useToday } from '@/queries/today';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { useNow } from '../profile/useNow';
import { DayJobs } from './DayJobs';
import { OwnDays } from './OwnDays';
import styles from './Today.module.css';
import { WaitingList } from './WaitingList';

/** What a call or the rain asks for: a new job, and moving the jobs of the day if some could move. */
function DayActions({ day, jobs }: { day: string; jobs: readonly Job[] }) {
  const { may } = useSession();
  const isMovable = jobs.some(({ status }) => status === 'active');
  return (
    <div className={styles.dayActions}>
      {may('jobs.schedule') && isMovable && (
        <Button
          component={Link}
          to={`/app/calendar/move/${day}`}
          variant="default"
          leftSection={<IconCalendarRepeat size={18} aria-hidden />}
        >
          {m.shift_moveThis()}
        </Button>
      )}
      {may('jobs.create') && (
        <Button
          component={Link}
          to="/app/jobs/new"
          variant="default"
          leftSection={<IconPlus size={17} stroke={2.4} aria-hidden />}
        >
          {m.jobs_new()}
        </Button>
      )}
    </div>
  );
}

/** For the office: the day's jobs by crew, and what waits. */
function OfficeDay() {
  const day = useNow().slice(0, 10);
  const { today, isPending, failure, refetch } = useToday();
  return (
    <>
      <ReceivedOffers />
      <section className={`card ${styles.today}`} aria-label={m.today_title()}>
        <div className={styles.head}>
          <h2 className={styles.heading}>
            {m.common_today()}
            <span className="num">{shortDay(day)}</span>
          </h2>
          {today !== undefined && <DayActions day={day} jobs={today.jobs} />}
        </div>
        {isPending && <SkeletonCards count={3} height={44} />}
        {failure !== null && <LoadFailure why={failure} onRetry={() => void refetch()} />}
        {today !== undefined && (
          <div className={styles.office}>
            <DayJobs jobs={today.jobs} />
            <WaitingList today={today} />
          </div>
        )}
      </section>
    </>
  );
}

/** What the day needs, before anything else of the company. */
export function TodaySection() {
  const { user } = useSession();
  return user.userType === 'foreman' || user.userType === 'salesman' ? <OwnDays /> : <OfficeDay />;
}
