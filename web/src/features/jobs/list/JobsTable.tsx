import type { Job } from '@bindings';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { m, useLanguage } from '@/i18n';
import { dayText } from '@/ui/dates/dates';
import { Delayed, SkeletonRows } from '@/ui/feedback/Skeletons';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { CrewName } from '@/ui/jobs/CrewName';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { useScrollRestoration } from '@/ui/navigation/scrollRestoration';
import { crewDisplay } from '@/wasm/rules';
import { jobAddress } from '../jobText';
import styles from './JobsTable.module.css';
import { columns, type JobColumn, type JobFilters } from './jobFilters';

const headings: Record<JobColumn, () => string> = {
  title: () => m.jobs_colTitle(),
  address: () => m.jobs_colAddress(),
  crew: () => m.jobs_colCrew(),
  lead: () => m.jobs_colLead(),
  start: () => m.jobs_colStart(),
  end: () => m.jobs_colEnd(),
};

export const columnName = (column: JobColumn): string => headings[column]();

const rowHeight = 44;

type Sorting = Pick<JobFilters, 'sort' | 'sortBy'>;

function Heading({ column, sort, sortBy }: Sorting & { column: JobColumn }) {
  const on = sort.column === column;
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={on ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => sortBy(column)}>
        {columnName(column)}
        {on && <Arrow size={15} aria-hidden />}
      </button>
    </th>
  );
}

/** Memoized, so that scrolling renders only new rows. */
const Row = memo(function Row({ job, at, search }: { job: Job; at: number; search: string }) {
  useLanguage();
  const done = job.status === 'complete';
  const { crewLead } = crewDisplay(job);
  return (
    <tr className={styles.row} aria-rowindex={at + 2}>
      <td>
        <div className={styles.title}>
          <ColorBar color={job.color} done={done} />
          <Link
            to={{ pathname: `/app/jobs/details/${job.id}`, search }}
            className={`tableLink ${styles.link}`}
          >
            {job.title}
          </Link>
          {job.jobNumber !== null && <span className="dim num">#{job.jobNumber}</span>}
          {done && <StatusPill status="complete" />}
        </div>
      </td>
      <td className="muted trunc">{jobAddress(job)}</td>
      <td className="trunc">
        <CrewName job={job} />
      </td>
      <td className="trunc">{crewLead ?? <span className="dim">–</span>}</td>
      <td className="num">{dayText(job.startDate)}</td>
      <td className="num">{dayText(job.endDate)}</td>
    </tr>
  );
});

/** A spacer for the rows above or below the window. */
const Gap = ({ height }: { height: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus.
  height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;

export interface JobsTableProps extends Sorting {
  /** Undefined while they are fetched. */
  jobs: readonly Job[] | undefined;
}

/** The list on a desktop. Only the rows in sight exist, so that thousands scroll like ten. */
export function JobsTable({ jobs, sort, sortBy }: JobsTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const { search } = useLocation();
  useScrollRestoration(scroller, 'jobs');
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useVirtualizer({
    count: jobs?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => jobs?.[at]?.id ?? at,
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <section ref={scroller} className={styles.scroller} aria-label={m.jobs_title()}>
      <table className={`table ${styles.table}`} aria-rowcount={jobs === undefined ? -1 : jobs.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Heading key={column} column={column} sort={sort} sortBy={sortBy} />
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs === undefined && (
            <Delayed>
              <SkeletonRows columns={columns.length} />
            </Delayed>
          )}
          <Gap height={first?.start ?? 0} />
          {rows.map(({ index, key }) => {
            const job = jobs?.[index];
            return job === undefined ? null : <Row key={key} job={job} at={index} search={search} />;
          })}
          <Gap height={last === undefined ? 0 : virtual.getTotalSize() - last.end} />
        </tbody>
      </table>
    </section>
  );
}
