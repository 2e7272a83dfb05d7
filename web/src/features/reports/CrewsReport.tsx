import type { CrewLoad, LaneKind, CrewsReport as Report, ReportDays } from '@bindings';
import type { CSSProperties } from 'react';
import { m } from '@/i18n';
import { useReport } from '@/queries/reports';

import { NumberTable } from './NumberTable';
import { periodPartName, shortPeriodName } from './periodNames';
import { ReportFrame } from './ReportFrame';
import styles from './Reports.module.css';
import type { ReportParams } from './useReportParams';

/** The weeks of a quarter, which fit on a printed page beside the names. */
const columns = 13;

const kindName: Record<LaneKind, () => string> = {
  subcontractor: () => m.lanes_subcontractor(),
  crew: () => m.lanes_crew(),
  employee: () => m.lanes_employee(),
  unassigned: () => '',
};

const nameOf = ({ kind, name }: CrewLoad['lane']): string =>
  kind === 'unassigned' ? m.lanes_nobody() : (name ?? m.lanes_nameless());

const daysIn = ({ from, to }: ReportDays): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** The fuller, the darker; one job on every day is 100%. */
const tint = (days: number, part: ReportDays): CSSProperties =>
  ({ '--load': `${Math.min(100, Math.round((days / daysIn(part)) * 100))}%` }) as CSSProperties;

function Block({ report, begin }: { report: Report; begin: number }) {
  const { crews, period } = report;
  const parts = report.parts.slice(begin, begin + columns);
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return null;
  const all = parts.map((_, at) => crews.reduce((sum, { days }) => sum + (days[begin + at] ?? 0), 0));
  return (
    <NumberTable
      label={`${m.reports_crews()}, ${periodPartName({ from: first.from, to: last.to }, 'week')}`}
      className={styles.loads ?? ''}
    >
      <thead>
        <tr>
          <th scope="col">{m.reports_who()}</th>
          {parts.map((part) => (
            <th key={part.from} scope="col">
              <abbr title={periodPartName(part, period.by)}>{shortPeriodName(part, period.by)}</abbr>
            </th>
          ))}
          <th scope="col">{m.reports_total()}</th>
        </tr>
      </thead>
      <tbody>
        {crews.map(({ lane, days, jobs, total }) => (
          <tr key={lane.key}>
            <th scope="row">
              {nameOf(lane)}
              <span className={styles.under}>
                {[kindName[lane.kind](), m.reports_jobCount({ count: jobs })].filter(Boolean).join(' · ')}
              </span>
            </th>
            {parts.map((part, at) => {
              const count = days[begin + at] ?? 0;
              return (
                <td key={part.from} className={styles.load} style={tint(count, part)}>
                  {count === 0 ? <span className="dim">0</span> : count}
                </td>
              );
            })}
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{m.reports_all()}</th>
          {all.map((sum, at) => (
            <td key={parts[at]?.from}>{sum}</td>
          ))}
          <td>{crews.reduce((sum, { total }) => sum + total, 0)}</td>
        </tr>
      </tfoot>
    </NumberTable>
  );
}

/** The workload of each crew in days. The table also serves as the chart. */
export function CrewsReport({ place }: { place: ReportParams }) {
  const report = useReport('crews', place.query);
  return (
    <ReportFrame
      place={place}
      report={report}
      isEmpty={({ crews }) => crews.length === 0}
      emptyHint={m.reports_crewsNone()}
      notes={[m.reports_daysNote(), m.reports_tintNote(), m.reports_seenNote()]}
    >
      {(data) =>
        data.parts
          .map((_, at) => at)
          .filter((at) => at % columns === 0)
          .map((begin) => <Block key={begin} report={data} begin={begin} />)
      }
    </ReportFrame>
  );
}
