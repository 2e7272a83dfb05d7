/** The four reports of a small company, as the server sends them. */
import type { CrewsReport, JobsReport, ValueReport, VendorsReport } from '@bindings';

export const period = { from: '2026-06-01', to: '2026-07-31', by: 'month' } as const;
const june = { from: '2026-06-01', to: '2026-06-30' };
const july = { from: '2026-07-01', to: '2026-07-31' };

export const jobs: JobsReport = {
  period,
  rows: [
    { ...june, created: 12, worked: 9, completed: 7, active: 31 },
    { ...july, created: 0, worked: 4, completed: 0, active: null },
  ],
  now: { unscheduled: 5, scheduled: 26, complete: 140 },
  undated: 2,
};

const sum = (count: number, value: number, withoutAmount = 0) => ({ jobs: count, value, withoutAmount });
const value: ValueReport = {
  period,
  rows: [
    { ...june, sum: sum(3, 41_250.5) },
    { ...july, sum: sum(1, 0, 1) },
  ],
  scheduled: sum(4, 41_250.5, 1),
  before: sum(0, 0),
  after: sum(2, 9_000),
  unscheduled: sum(1, 8_100),
};

const weeks = Array.from({ length: 15 }, (_, at) => {
  const day = (days: number) => new Date(Date.UTC(2026, 5, 7 + days)).toISOString().slice(0, 10);
  return { from: day(at * 7), to: day(at * 7 + 6) };
});
const crews: CrewsReport = {
  period: { from: '2026-06-07', to: '2026-09-19', by: 'week' },
  parts: weeks,
  crews: [
    {
      lane: { key: 'crew:1', name: 'Night crew', kind: 'crew' },
      jobs: 2,
      days: weeks.map((_, at) => (at === 0 ? 6 : at === 14 ? 3 : 0)),
      total: 9,
    },
    {
      lane: { key: 'unassigned', name: null, kind: 'unassigned' },
      jobs: 1,
      days: weeks.map(() => 1),
      total: 15,
    },
  ],
};

export const vendors: VendorsReport = {
  period,
  vendors: [
    { vendorId: 'v1', name: 'Music City Supply', orders: 2, sent: 1, late: 1, total: 300.3 },
    { vendorId: null, name: null, orders: 1, sent: 0, late: 0, total: 20 },
  ],
  orders: 3,
  sent: 1,
  late: 1,
  total: 320.3,
  products: [{ productId: 'p1', name: 'Drip edge', ordered: 24, received: 10.5, toCome: 13.5 }],
};

/** The report that is requested. */
export const always = {
  'GET /api/reports/jobs': jobs,
  'GET /api/reports/value': value,
  'GET /api/reports/crews': crews,
  'GET /api/reports/vendors': vendors,
};
