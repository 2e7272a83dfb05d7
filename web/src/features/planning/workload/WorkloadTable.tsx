import { IconAlertTriangle } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { m } from '@/i18n';
import { dateFormat, midnight } from '@/ui/dates/dates';
import { laneKind, laneLabel } from './laneLabel';
import styles from './Workload.module.css';
import { isOver, type Week, type Workload, type WorkloadCell, type WorkloadRow } from './weeklyWorkload';

/** The fuller, the darker. Work without a known limit has one shade. */
const tint = ({ planned, room }: WorkloadCell): CSSProperties => {
  const share = room === null || room === 0 ? Math.min(planned, 1) / 3 : planned / room;
  return { '--load': `${Math.min(100, Math.round(share * 100))}%` } as CSSProperties;
};

function Cell({ cell }: { cell: WorkloadCell }) {
  const { planned, room, free } = cell;
  const over = isOver(cell);
  return (
    <td className={styles.load} style={tint(cell)} data-over={over || undefined}>
      <span aria-hidden>
        {over && <IconAlertTriangle size={13} stroke={2.2} />}
        {room === null ? planned : `${planned} / ${room}`}
      </span>
      <span className="spoken">
        {room === null ? m.load_cellPlanned({ planned }) : m.load_cell({ planned, room })}
        {over && `, ${m.load_over()}`}
      </span>
      {free !== null && <span className={styles.free}>{m.load_free({ count: free })}</span>}
    </td>
  );
}

function Row({ row }: { row: WorkloadRow }) {
  return (
    <tr>
      <th scope="row">
        {laneLabel(row.lane)}
        <span className={styles.under}>
          {[laneKind(row.lane), m.calendar_jobCount({ count: row.jobs })].join(' · ')}
        </span>
      </th>
      {row.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a row never change their order.
        <Cell key={at} cell={cell} />
      ))}
    </tr>
  );
}

/** A row for each subcontractor, crew and employee, then what nobody has, then the company's own crews together. */
export function WorkloadTable({ load, weeks }: { load: Workload; weeks: readonly Week[] }) {
  const day = dateFormat({ month: 'short', day: 'numeric' });
  return (
    <section
      className={styles.scroll}
      data-sideways
      aria-label={m.load_title()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard.
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the same.
    >
      <table className={`table ${styles.table}`} aria-label={m.load_title()}>
        <thead>
          <tr>
            <th scope="col">{m.reports_who()}</th>
            {weeks.map(({ from, to }) => (
              <th key={from} scope="col">
                <abbr title={day.formatRange(midnight(from), midnight(to))}>
                  {day.format(midnight(from))}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {load.rows.map((row) => (
            <Row key={row.lane.key} row={row} />
          ))}
        </tbody>
        <tfoot>
          <Row row={load.open} />
          <Row row={load.own} />
        </tfoot>
      </table>
    </section>
  );
}
