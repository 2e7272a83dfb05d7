import type { Job } from '@bindings';
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { locale, m, useLanguage } from '@/i18n';
import { CrewName } from '@/ui/jobs/CrewName';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { reportListRendered } from '@/wasm/firstListPaint';
import { useRules } from '@/wasm/useRules';
import { shortJobAddress } from '../jobText';
import styles from './JobCards.module.css';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a phone longer than rendering a card. */
function format(thisYear: boolean): Intl.DateTimeFormat {
  const spoken = locale() === 'es' ? 'es-US' : 'en-US';
  const key = `${spoken} ${thisYear}`;
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(spoken, {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
      ...(thisYear ? {} : { year: 'numeric' }),
    });
  formats.set(key, known);
  return known;
}

/** Creates the formatters while the jobs are still loading. */
export function prepareDateFormats(): void {
  const any = new Date();
  format(true).formatRange(any, any);
}

/** The dates of a card, short: `Jun 9 – 12`. The year only where it is not this one. */
function dates({ startDate, endDate }: Job): string {
  if (startDate === null || endDate === null) return m.common_unscheduled();
  const thisYear = String(new Date().getFullYear());
  const told = startDate.startsWith(thisYear) && endDate.startsWith(thisYear);
  return format(told).formatRange(new Date(startDate), new Date(endDate));
}

const Card = memo(function Card({ job, search }: { job: Job; search: string }) {
  useLanguage();
  const rules = useRules();
  const paint = useJobColor();
  const done = job.status === 'complete';
  return (
    <Link to={{ pathname: `/app/jobs/details/${job.id}`, search }} className={styles.card}>
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
          <span className={`num ${styles.dates}`}>
            <IconCalendarEvent size={15} aria-hidden />
            {dates(job)}
          </span>
        </span>
      </span>
    </Link>
  );
});

/** A card with a title of one line, in px. Each that turns out to be another height has all that follow placed anew. */
const usual = 100;

/** The list on a phone: one card each, only those in sight exist. */
export function JobCards({ jobs }: { jobs: readonly Job[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { search } = useLocation();
  // The overscan grows when the browser is idle.
  const settled = useDeferredValue(useRules());
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), []);
  useEffect(reportListRendered, []);
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => usual,
    getItemKey: (at) => jobs[at]?.id ?? at,
    // The first render skips the invisible cards.
    overscan: settled ? 8 : 1,
    gap: 10,
    scrollMargin: above,
    // An estimate before anything is measured, so that the first cards render with the list.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ height: virtual.getTotalSize() }}
      aria-label={m.jobs_title()}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const job = jobs[index];
        return job === undefined ? null : (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={jobs.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <Card job={job} search={search} />
          </li>
        );
      })}
    </ul>
  );
}
