/** The chosen report and its period. They are stored in the URL, so that a reload or a link shows the same. */
import type { Action } from '@bindings';
import { useNavigate, useSearchParams } from 'react-router';
import { m } from '@/i18n';
import type { ReportName, ReportQuery } from '@/queries/reports';

interface ReportKind {
  name: ReportName;
  title: () => string;
  /** The permission that the report needs. */
  asks: Action;
}

/** The reports in the order of their tabs. */
export const reportNames: readonly [ReportKind, ...ReportKind[]] = [
  { name: 'jobs', title: () => m.reports_jobs(), asks: 'reports.view' },
  { name: 'value', title: () => m.reports_value(), asks: 'reportsValue.view' },
  { name: 'crews', title: () => m.reports_crews(), asks: 'reports.view' },
  { name: 'vendors', title: () => m.reports_vendors(), asks: 'purchaseOrders.view' },
];

const names = ['from', 'to', 'by'] as const;

export function useReportParams() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const kind = reportNames.find(({ name }) => name === params.get('report')) ?? reportNames[0];
  const query = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    (typeof names)[number],
    string
  >;
  const set = (change: Partial<ReportQuery & { report: ReportName }>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  };
  return { kind, query, set };
}

export type ReportParams = ReturnType<typeof useReportParams>;
