import { useMemo } from 'react';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useJobs } from '@/queries/jobs/jobs';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { useNow } from '../profile/useNow';
import { OwnJob } from './OwnJob';
import styles from './Today.module.css';

const dayAfter = (day: string): string => {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
};

/** For who works on the roofs: their jobs of today and tomorrow, also without a network. */
export function OwnDays() {
  const today = useNow().slice(0, 10);
  const tomorrow = dayAfter(today);
  const { jobs, isPending, refetch } = useJobs({ from: today, to: tomorrow });
  const days = useMemo(
    () =>
      [today, tomorrow].map((day) => ({
        day,
        jobs: (jobs ?? []).filter(
          ({ startDate, endDate }) =>
            startDate !== null && endDate !== null && startDate <= day && day <= endDate,
        ),
      })),
    [jobs, today, tomorrow],
  );
  return (
    <section className={`card ${styles.today}`} aria-label={m.today_title()}>
      {isPending && <SkeletonCards count={3} height={44} />}
      {!isPending && jobs === undefined && (
        <LoadFailure why={m.today_failed()} onRetry={() => void refetch()} />
      )}
      {jobs !== undefined &&
        days.map(({ day, jobs: ofDay }) => (
          <section key={day} className={styles.day}>
            <h2 className={styles.heading}>
              {day === today ? m.common_today() : m.today_tomorrow()}
              <span className="num">{shortDay(day)}</span>
            </h2>
            {ofDay.length === 0 ? (
              <p className={styles.calm}>{day === today ? m.today_noneForMe() : m.today_noneTomorrow()}</p>
            ) : (
              ofDay.map((job) => <OwnJob key={job.id} job={job} />)
            )}
          </section>
        ))}
    </section>
  );
}
