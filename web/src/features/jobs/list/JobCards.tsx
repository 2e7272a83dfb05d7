import type { Job } from '@bindings';
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react';
import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { NewJobBadge } from '@/components/offline/NewJobBadge';
import { m, useLanguage } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { dayRange } from '@/ui/dates/dayRange';
import { CrewName } from '@/ui/jobs/CrewName';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { WindowedCards } from '@/ui/layout/WindowedCards';
import { reportListRendered } from '@/wasm/firstListPaint';
import { useRules } from '@/wasm/useRules';
import { shortJobAddress } from '../jobText';
import type { Selection } from '../selection/useSelection';
import styles from './JobCards.module.css';
import { groupNames, isHeading, type JobRow } from './jobGroups';

/** Not part of the first list. */
const SelectableCard = lazy(async () => ({
  default: (await import('../selection/SelectableCard')).SelectableCard,
}));

/** The dates of a card, short: `Jun 9 – 12`. With the year only if it is not the current one. */
function dates({ startDate, endDate }: Job): string {
  if (startDate === null || endDate === null) return m.common_unscheduled();
  const thisYear = companyToday().slice(0, 4);
  const isThisYear = startDate.startsWith(thisYear) && endDate.startsWith(thisYear);
  return dayRange(startDate, endDate, !isThisYear);
}

/** What a card shows. */
function Content({ job }: { job: Job }) {
  const rules = useRules();
  const paint = useJobColor();
  const done = job.status === 'complete';
  return (
    <>
      <span
        className={styles.edge}
        style={rules ? { background: paint(job.color, done).fill } : undefined}
        aria-hidden="true"
      />
      <span className={styles.inside}>
        <span className={styles.head}>
          <span className={styles.title}>{job.title}</span>
          {job.jobNumber !== null && <span className={`num ${styles.number}`}>#{job.jobNumber}</span>}
        </span>
        <span className={styles.place}>
          <IconMapPin size={15} aria-hidden />
          <span className="trunc grow">{shortJobAddress(job)}</span>
          {done && <StatusPill status="complete" />}
        </span>
        <span className={styles.foot}>
          <span className="trunc">{rules && <CrewName job={job} />}</span>
          <NewJobBadge id={job.id} />
          <span className={`num ${styles.dates}`}>
            <IconCalendarEvent size={15} aria-hidden />
            {dates(job)}
          </span>
        </span>
      </span>
    </>
  );
}

interface CardProps {
  job: Job;
  search: string;
  /** Null while no jobs are being selected. */
  toggle: Selection['toggle'] | null;
  selected: boolean;
}

const Card = memo(function Card({ job, search, toggle, selected }: CardProps) {
  useLanguage();
  if (toggle === null)
    return (
      <Link to={{ pathname: `/app/jobs/details/${job.id}`, search }} className={`card ${styles.card}`}>
        <Content job={job} />
      </Link>
    );
  return (
    <Suspense fallback={null}>
      <SelectableCard job={job} toggle={toggle} selected={selected}>
        <Content job={job} />
      </SelectableCard>
    </Suspense>
  );
});

interface JobCardsProps {
  rows: readonly JobRow[];
  /** Null while no jobs are being selected. */
  selection: Selection | null;
}

/** The list on a phone. */
export function JobCards({ rows, selection }: JobCardsProps) {
  const { search } = useLocation();
  // The first render skips invisible cards; more are rendered when the browser is idle.
  const settled = useDeferredValue(useRules());
  useEffect(reportListRendered, []);
  return (
    // A card with a one-line title is 100 px high.
    <WindowedCards label={m.jobs_title()} items={rows} height={100} overscan={settled ? 8 : 1}>
      {(row) =>
        isHeading(row) ? (
          <h2 className={styles.group} data-group={row.group}>
            {groupNames[row.group]()} <span className="num">{row.count}</span>
          </h2>
        ) : (
          <Card
            job={row}
            search={search}
            toggle={selection?.toggle ?? null}
            selected={selection?.ids.has(row.id) ?? false}
          />
        )
      }
    </WindowedCards>
  );
}
