import type { Job } from '@bindings';
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, useLocation } from 'react-router';
import { NewJobBadge } from '@/components/offline/NewJobBadge';
import { m, useLanguage } from '@/i18n';
import { dayText } from '@/ui/dates/dates';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { CrewName } from '@/ui/jobs/CrewName';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { WindowedRow, WindowedTable } from '@/ui/layout/WindowedTable';
import { crewDisplay } from '@/wasm/rules';
import { jobAddress } from '../jobText';
import type { Selection } from '../selection/useSelection';
import styles from './JobsTable.module.css';
import { columns, type JobColumn, type JobFilters } from './jobFilters';
import { type GroupHeading, groupNames, isHeading, type JobRow } from './jobGroups';

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

interface RowProps {
  job: Job;
  at: number;
  search: string;
  /** Null if the user may not select jobs. */
  toggle: Selection['toggle'] | null;
  selected: boolean;
}

/** Memoized, so that scrolling renders only new rows. */
const Row = memo(function Row({ job, at, search, toggle, selected }: RowProps) {
  useLanguage();
  const done = job.status === 'complete';
  const { crewLead } = crewDisplay(job);
  return (
    <WindowedRow at={at} chosen={selected}>
      {toggle !== null && (
        <td className={styles.select}>
          <Checkbox
            checked={selected}
            onChange={() => toggle(job.id)}
            aria-label={m.bulk_select({ title: job.title })}
          />
        </td>
      )}
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
          <NewJobBadge id={job.id} />
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

function GroupRow({ heading, at, columns: span }: { heading: GroupHeading; at: number; columns: number }) {
  return (
    <WindowedRow at={at}>
      <th scope="rowgroup" colSpan={span} className={styles.group} data-group={heading.group}>
        {groupNames[heading.group]()} <span className="num">{heading.count}</span>
      </th>
    </WindowedRow>
  );
}

export interface JobsTableProps extends Sorting {
  /** Undefined while loading. */
  rows: readonly JobRow[] | undefined;
}

function SelectAll({ state, toggleAll, isEmpty }: Selection & { isEmpty: boolean }) {
  return (
    <th scope="col" className={styles.select}>
      <Checkbox
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={toggleAll}
        disabled={isEmpty}
        aria-label={m.bulk_selectAll()}
      />
    </th>
  );
}

/** The list on a desktop. */
export function JobsTable({ rows, sort, sortBy, selection }: JobsTableProps & { selection: Selection }) {
  const { search } = useLocation();
  const { enabled, ids, toggle } = selection;
  const width = columns.length + (enabled ? 1 : 0);
  return (
    <WindowedTable
      name="jobs"
      label={m.jobs_title()}
      className={`${styles.table} ${enabled ? styles.selectable : ''}`}
      items={rows}
      columns={width}
      headings={
        <>
          {enabled && <SelectAll {...selection} isEmpty={(rows?.length ?? 0) === 0} />}
          {columns.map((column) => (
            <Heading key={column} column={column} sort={sort} sortBy={sortBy} />
          ))}
        </>
      }
    >
      {(row, at) =>
        isHeading(row) ? (
          <GroupRow heading={row} at={at} columns={width} />
        ) : (
          <Row
            job={row}
            at={at}
            search={search}
            toggle={enabled ? toggle : null}
            selected={ids.has(row.id)}
          />
        )
      }
    </WindowedTable>
  );
}
