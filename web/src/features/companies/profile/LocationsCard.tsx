import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { m, notice } from '@/i18n';
import { useJobs } from '@/queries/jobs/jobs';
import { Delayed } from '@/ui/feedback/Skeletons';
import { useScheme } from '@/ui/theme/colorScheme';

import { arcPath, arcsOf } from './arcs';
import styles from './Charts.module.css';
import { otherSlice, slices } from './chartColors';
import { type LocationShare, locationShares } from './locationShares';

const pie = { outer: 84, inner: 0, begin: 0, end: 1 };

function Pie({ shares, color }: { shares: readonly LocationShare[]; color: (at: number) => string }) {
  const places = arcsOf(shares.map(({ count }) => count));
  return (
    <svg className={styles.pie} viewBox="-85 -85 170 170" aria-hidden="true">
      {places.map((part, at) => (
        <path
          key={shares[at]?.name ?? ''}
          d={arcPath(part, pie)}
          fill={color(at)}
          stroke="var(--rl-surface)"
          strokeWidth={places.length > 1 ? 2 : 0}
        />
      ))}
    </svg>
  );
}

/** The locations of the jobs, as a chart and as an accessible table. */
export function LocationsCard() {
  const { jobs, isPending, isError } = useJobs();
  const scheme = useScheme();
  const shares = useMemo(() => (jobs === undefined ? [] : locationShares(jobs)), [jobs]);
  const color = (at: number) => (shares[at]?.name === null ? otherSlice : (slices[at] ?? otherSlice))[scheme];

  return (
    <section className={`card ${styles.locations}`}>
      <h2 className={styles.title} id="jobs-by-location">
        {m.company_locations()}
      </h2>
      {isPending && (
        <Delayed>
          <div className={styles.pieRow}>
            <Skeleton circle height={168} />
            <div className="stack grow">
              <Skeleton height={10} />
              <Skeleton height={10} width="80%" />
              <Skeleton height={10} width="60%" />
            </div>
          </div>
        </Delayed>
      )}
      {isError && jobs === undefined && <p className={styles.none}>{notice('jobsFetchFailed')}</p>}
      {jobs !== undefined && shares.length === 0 && (
        <p className={styles.none}>
          {m.company_noJobs()} <Link to="/app/jobs">{m.company_toJobs()}</Link>
        </p>
      )}
      {shares.length > 0 && (
        <div className={styles.pieRow}>
          <Pie shares={shares} color={color} />
          <table className={styles.legend} aria-labelledby="jobs-by-location">
            <thead className="spoken">
              <tr>
                <th scope="col">{m.company_location()}</th>
                <th scope="col">{m.shell_jobs()}</th>
                <th scope="col">{m.company_share()}</th>
              </tr>
            </thead>
            <tbody>
              {shares.map(({ name, count, share, places }, at) => (
                <tr key={name ?? ''}>
                  <th scope="row">
                    <span className={styles.swatch} style={{ background: color(at) }} />
                    <span className="trunc">{name ?? m.company_otherPlaces({ places })}</span>
                  </th>
                  <td className="num">
                    <b>{count}</b>
                  </td>
                  <td className="num dim">{Math.round(share * 100)}%</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
