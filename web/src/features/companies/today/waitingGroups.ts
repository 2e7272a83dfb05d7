import type { CompanyFile, Job, JobId, PurchaseOrder, Today } from '@bindings';
import { orderStatusName } from '@/components/orders/progress/OrderStatus';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';

/** One thing that waits, and the page that shows it. */
export interface WaitingItem {
  key: string;
  text: string;
  /** A day or a place, if it helps to decide. */
  note: string | null;
  to: string;
}

export type WaitingKind =
  | 'overdue'
  | 'assignments'
  | 'connections'
  | 'signatures'
  | 'orders'
  | 'unscheduled'
  | 'papers'
  | 'unread';

export interface WaitingGroup {
  kind: WaitingKind;
  title: string;
  count: number;
  items: WaitingItem[];
  /** The page with all of them. */
  to: string;
}

const jobItem = (job: Job, note: string | null): WaitingItem => ({
  key: job.id,
  text: job.title,
  note,
  to: `/app/jobs/details/${job.id}`,
});

const paperItem = ({ id, fileName, expiresOn }: CompanyFile): WaitingItem => ({
  key: id,
  text: fileName,
  note: expiresOn === null ? null : shortDay(expiresOn),
  to: '/app/company/settings',
});

/** The day of the delivery, which may have passed, or how far the order is. */
const dayOrStatus = ({ expectedOn, status }: PurchaseOrder) =>
  expectedOn === null ? orderStatusName(status) : shortDay(expectedOn);

const dayOrCity = ({ startDate, city }: Job) => (startDate === null ? city : shortDay(startDate));

/** Where jobs without dates get some: dragged to the days of a crew, or on a phone chosen from their list. */
const unscheduledAddress = (phone: boolean) => `/app/calendar?${phone ? 'unscheduled=open' : 'show=crews'}`;

/** What waits for the user, the most urgent first; kinds without anything are left out. */
export function waitingGroups(
  { overdue, waiting, unscheduled, papers, unread }: Today,
  phone: boolean,
  titles: ReadonlyMap<JobId, string>,
): WaitingGroup[] {
  // Orders have numbers, and people know their jobs.
  const orderText = ({ title, jobId }: { title: string; jobId: JobId }) =>
    [title, titles.get(jobId)].filter(Boolean).join(' ');
  const jobs = '/app/jobs?tab=active';
  const group = (kind: WaitingKind, title: string, to: string, items: WaitingItem[]): WaitingGroup => ({
    kind,
    title,
    count: items.length,
    items,
    to,
  });
  const groups = [
    group(
      'overdue',
      m.today_overdue(),
      jobs,
      overdue.map((job) => jobItem(job, job.endDate === null ? null : shortDay(job.endDate))),
    ),
    group(
      'assignments',
      m.today_assignments(),
      jobs,
      waiting.assignments.map((job) => jobItem(job, dayOrCity(job))),
    ),
    group(
      'connections',
      m.today_connections(),
      '/app/connections',
      waiting.connections.map(({ id, companyDetails: { name, location } }) => ({
        key: id,
        text: name,
        note: location,
        to: '/app/connections',
      })),
    ),
    group(
      'signatures',
      m.today_signatures(),
      jobs,
      waiting.signatures.map((order) => ({
        key: order.id,
        text: orderText(order),
        note: null,
        to: `/app/work_order/${order.id}`,
      })),
    ),
    group(
      'orders',
      m.today_orders(),
      jobs,
      waiting.orders.map((order) => ({
        key: order.id,
        text: orderText(order),
        note: dayOrStatus(order),
        to: `/app/purchase_order/${order.id}`,
      })),
    ),
    group(
      'unscheduled',
      m.today_unscheduled(),
      unscheduledAddress(phone),
      unscheduled.map((job) => jobItem(job, job.city)),
    ),
    group('papers', m.today_papers(), '/app/company/settings', papers.map(paperItem)),
    { kind: 'unread' as const, title: m.today_unread(), count: unread, items: [], to: '/app/messages' },
  ];
  return groups.filter(({ count }) => count > 0);
}
