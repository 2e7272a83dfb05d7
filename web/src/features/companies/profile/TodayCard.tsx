import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { m, notice } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { Delayed } from '@/ui/feedback/Skeletons';
import { useScheme } from '@/ui/theme/colorScheme';

import { arcPath, arcsOf } from './arcs';
import styles from './Charts.module.css';
import { crewSlices } from './chartColors';
import { type TodaysJobs, todaysJobs } from './todaysJobs';
import { useNow } from './useNow';

const half = { outer: 98, inner: 72, begin: -0.25, end: 0.25 };

const groups = ['first', 'second', 'completed'] as const;

const names: Record<'contractor' | 'subcontractor', Record<keyof TodaysJobs, () => string>> = {
  contractor: {
    first: () => m.company_subcontractorCrews(),
    second: () => m.company_ownCrews(),
    completed: () => m.company_completed(),
  },
  subcontractor: {
    first: () => m.company_acceptedJobs(),
    second: () => m.company_waitingJobs(),
    completed: () => m.company_completed(),
  },
};

/** Today's jobs, by the kind of crew. */
export function TodayCard() {
  const now = useNow();
  const today = now.slice(0, 10);
  const { jobs, isPending } = useJobs({ from: today, to: today });
  const { role } = useSession();
  const scheme = useScheme();
  const counts = useMemo(
    () => todaysJobs(jobs ?? [], now, role.companyType === 'subcontractor'),
    [jobs, now, role.companyType],
  );
  const total = counts.first + counts.second + counts.completed;
  const places = arcsOf(groups.map((group) => counts[group]));

  return (
    <section className={`card ${styles.today}`}>
      <h2 className={styles.title}>{m.company_today()}</h2>
      {isPending && (
        <Delayed>
          <div className={styles.none}>
            <Skeleton height={98} />
          </div>
        </Delayed>
      )}
      {!isPending && jobs === undefined && <p className={styles.none}>{notice('jobsFetchFailed')}</p>}
      {jobs !== undefined && (
        <>
          <div className={styles.half}>
            <svg viewBox="-98 -98 196 98" aria-hidden="true">
              {total === 0 && <path d={arcPath({ from: 0, to: 1 }, half)} fill="var(--rl-divider)" />}
              {total > 0 &&
                groups.map((group, at) => {
                  const part = places[at];
                  if (part === undefined || part.to === part.from) return null;
                  return (
                    <path
                      key={group}
                      d={arcPath(part, half)}
                      fill={crewSlices[group][scheme]}
                      stroke="var(--rl-surface)"
                      strokeWidth="2"
                    />
                  );
                })}
            </svg>
            <p className={styles.total}>
              <b className="num">{total}</b>
              <span>{shortDay(today)}</span>
            </p>
          </div>
          {total === 0 && <p className={styles.calm}>{m.company_noneToday()}</p>}
          <dl className={styles.crews}>
            {groups.map((group) => (
              <div key={group}>
                <dt>
                  <span className={styles.swatch} style={{ background: crewSlices[group][scheme] }} />
                  {names[role.companyType][group]()}
                </dt>
                <dd className="num">{counts[group]}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
