import type { Job } from '@bindings';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, useLocation } from 'react-router';
import { m, useLanguage } from '@/i18n';
import { dayText } from '@/ui/dates/dates';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { CrewName } from '@/ui/jobs/CrewName';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { WindowedRow, WindowedTable } from '@/ui/layout/WindowedTable';
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
    <WindowedRow at={at}>
      <td>
        <div className={styles.title}>
          <ColorBar color={job.color} done={done} />
          <Link
            to={{ pathname: `/app/jobs/details/${job.id}`, search }}
            className={`tableLink rowTarget ${styles.link}`}
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
    </WindowedRow>
  );
});

export interface JobsTableProps extends Sorting {
  /** Undefined while loading. */
  jobs: readonly Job[] | undefined;
}

/** The list on a desktop. */
export function JobsTable({ jobs, sort, sortBy }: JobsTableProps) {
  const { search } = useLocation();
  return (
    <WindowedTable
      name="jobs"
      label={m.jobs_title()}
      className={styles.table}
      items={jobs}
      columns={columns.length}
      headings={columns.map((column) => <Heading key={column} column={column} sort={sort} sortBy={sortBy} />)}
    >
      {(job, at) => <Row job={job} at={at} search={search} />}
    </WindowedTable>
  );
}
