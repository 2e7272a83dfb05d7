import type { ValueReport as Report, ValueSum } from '@bindings';
import { m } from '@/i18n';
import { useReport } from '@/queries/reports';
import { moneyFormat } from '@/wasm/rules';

import { Chart } from './Chart';
import { KeyFigures } from './KeyFigures';
import { NumberTable } from './NumberTable';
import { periodPartName, shortPeriodName } from './periodNames';
import { ReportFrame } from './ReportFrame';
import type { ReportParams } from './useReportParams';

const isEmpty = ({ scheduled, before, after, unscheduled }: Report): boolean =>
  scheduled.jobs + before.jobs + after.jobs + unscheduled.jobs === 0;

/** The number of jobs, and of those without an amount. */
const jobsOf = ({ jobs, withoutAmount }: ValueSum): string =>
  withoutAmount === 0
    ? m.reports_jobCount({ count: jobs })
    : `${m.reports_jobCount({ count: jobs })}, ${m.reports_withoutAmount({ count: withoutAmount })}`;

const Row = ({ name, sum }: { name: string; sum: ValueSum }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{sum.jobs}</td>
    <td>{moneyFormat(sum.value)}</td>
    <td>{sum.withoutAmount}</td>
  </tr>
);

function Shown({ rows, scheduled, before, after, unscheduled, period }: Report) {
  const figure = (name: string, sum: ValueSum) => ({
    name,
    value: moneyFormat(sum.value),
    under: jobsOf(sum),
  });
  return (
    <>
      <KeyFigures
        figures={[
          figure(m.reports_scheduled(), scheduled),
          figure(m.reports_unscheduled(), unscheduled),
          figure(m.reports_before(), before),
          figure(m.reports_after(), after),
        ]}
      />
      <Chart
        data={[
          ...rows.map((row) => ({ name: shortPeriodName(row, period.by), scheduled: row.sum.value })),
          { name: m.reports_unscheduled(), unscheduled: unscheduled.value },
        ]}
        series={[
          { name: 'scheduled', label: m.reports_scheduled(), color: 'var(--rl-chart-1)', type: 'bar' },
          { name: 'unscheduled', label: m.reports_unscheduled(), color: 'var(--rl-chart-2)', type: 'bar' },
        ]}
        format={(value) => moneyFormat(value).replace(/\.00$/, '')}
      />
      <NumberTable label={m.reports_value()}>
        <thead>
          <tr>
            <th scope="col">{m.reports_begins()}</th>
            <th scope="col">{m.shell_jobs()}</th>
            <th scope="col">{m.reports_amount()}</th>
            <th scope="col">{m.reports_noAmount()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, to, sum }) => (
            <Row key={from} name={periodPartName({ from, to }, period.by)} sum={sum} />
          ))}
        </tbody>
        <tfoot>
          <Row name={m.reports_scheduled()} sum={scheduled} />
          <Row name={m.reports_unscheduled()} sum={unscheduled} />
          <Row name={m.reports_before()} sum={before} />
          <Row name={m.reports_after()} sum={after} />
        </tfoot>
      </NumberTable>
    </>
  );
}

/** The value of active jobs, with and without days. */
export function ValueReport({ place }: { place: ReportParams }) {
  const report = useReport('value', place.query);
  return (
    <ReportFrame
      place={place}
      report={report}
      isEmpty={isEmpty}
      emptyHint={m.reports_valueNone()}
      notes={[m.reports_valueNote(), m.reports_beforeNote(), m.reports_seenNote()]}
    >
      {(data) => <Shown {...data} />}
    </ReportFrame>
  );
}
