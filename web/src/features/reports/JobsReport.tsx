import type { JobsReport as Report } from '@bindings';
import { m } from '@/i18n';
import { useReport } from '@/queries/reports';

import { Chart } from './Chart';
import { KeyFigures } from './KeyFigures';
import { NumberTable } from './NumberTable';
import { periodPartName, shortPeriodName } from './periodNames';
import { ReportFrame } from './ReportFrame';
import type { ReportParams } from './useReportParams';

const isEmpty = ({ now, rows }: Report): boolean =>
  now.unscheduled + now.scheduled + now.complete === 0 && rows.every(({ created }) => created === 0);

function Shown({ rows, now, undated, period }: Report) {
  return (
    <>
      <KeyFigures
        figures={[
          { name: m.reports_nowUnscheduled(), value: String(now.unscheduled) },
          { name: m.reports_nowScheduled(), value: String(now.scheduled) },
          {
            name: m.reports_nowComplete(),
            value: String(now.complete),
            ...(undated > 0 ? { under: m.reports_undated({ count: undated }) } : {}),
          },
        ]}
      />
      <Chart
        data={rows.map((row) => ({ ...row, name: shortPeriodName(row, period.by) }))}
        series={[
          { name: 'created', label: m.reports_created(), color: 'var(--rl-chart-1)', type: 'bar' },
          { name: 'worked', label: m.reports_worked(), color: 'var(--rl-chart-4)', type: 'bar' },
          { name: 'completed', label: m.reports_completed(), color: 'var(--rl-chart-3)', type: 'bar' },
          { name: 'active', label: m.reports_active(), color: 'var(--rl-chart-2)', type: 'line' },
        ]}
      />
      <NumberTable label={m.reports_jobs()}>
        <thead>
          <tr>
            <th scope="col">{period.by === 'week' ? m.reports_week() : m.reports_month()}</th>
            <th scope="col">{m.reports_created()}</th>
            <th scope="col">{m.reports_worked()}</th>
            <th scope="col">{m.reports_completed()}</th>
            <th scope="col">{m.reports_active()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from}>
              <th scope="row">{periodPartName(row, period.by)}</th>
              <td>{row.created}</td>
              <td>{row.worked}</td>
              <td>{row.completed}</td>
              <td>{row.active ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </NumberTable>
    </>
  );
}

/** Jobs by status over time. */
export function JobsReport({ place }: { place: ReportParams }) {
  const report = useReport('jobs', place.query);
  return (
    <ReportFrame
      place={place}
      report={report}
      isEmpty={isEmpty}
      emptyHint={m.reports_jobsNone()}
      notes={[
        m.reports_createdNote(),
        m.reports_workedNote(),
        m.reports_completedNote(),
        m.reports_activeNote(),
        m.reports_seenNote(),
      ]}
    >
      {(data) => <Shown {...data} />}
    </ReportFrame>
  );
}
