/** The content of a job card in the reader's language: the sheet on the screen and the PDF render the same. */
import type { Company, Customer, Job, PurchaseOrder, WorkOrder } from '@bindings';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText, numericDay } from '@/ui/dates/dates';
import { jobColor } from '@/ui/jobs/jobColor';
import { unitName } from '@/ui/jobs/unitName';
import { addressLines, letterheadOf } from '@/ui/print/documentHead';
import { pdfName } from '@/ui/print/printOutput';
import { crewDisplay, moneyFormat } from '@/wasm/rules';

export interface CardFact {
  name: string;
  /** The most important facts, set bold. */
  main: string;
  /** Additional text, in regular type. */
  more: string;
}

export interface CardOrder {
  title: string;
  total: string;
  items: readonly { quantity: string; name: string; total: string }[];
}

/** The orders of the job; purchase orders for contractors only. */
export interface CardOrders {
  work: readonly WorkOrder[];
  purchase: readonly PurchaseOrder[];
}

export interface CardContent {
  company: { name: string; location: string | null; logoUrl: string | null };
  /** With its `#`; null if the job has no number. */
  number: string | null;
  title: string;
  /** Street, then city, state and zip. */
  place: readonly string[];
  /** The job's color on white, `#RRGGBB`; gray when it is complete. */
  color: string;
  facts: readonly CardFact[];
  note: string | null;
  tags: readonly string[];
  measures: readonly { amount: string; unit: string }[];
  orders: readonly { heading: string; orders: readonly CardOrder[] }[];
  /** Today, `MM/DD/YYYY`. */
  printed: string;
}

const filled = (text: string | null): text is string => text !== null && text !== '';

function datesOf({ startDate, endDate }: Job): string {
  if (startDate === null || endDate === null) return m.common_unscheduled();
  return startDate === endDate ? dayText(startDate) : `${dayText(startDate)} – ${dayText(endDate)}`;
}

function crewOf(job: Job): CardFact {
  const { crew, tone } = crewDisplay(job);
  const states = { accepted: m.common_accepted(), pending: m.common_pendingAcceptance(), normal: null };
  const state = crew === null ? null : states[tone];
  return {
    name: m.jobs_crew(),
    main: crew ?? m.common_noCrew(),
    more: state === null ? '' : ` (${state})`,
  };
}

function factsOf(job: Job, customer: Customer | undefined): CardFact[] {
  const facts: CardFact[] = [];
  const addFact = (name: string, main: string, more = '') => facts.push({ name, main, more });
  if (customer !== undefined) {
    const { firstName, lastName, company, phone } = customer;
    const more = [company, phone].filter(filled).map((part) => `, ${part}`);
    addFact(m.jobs_customer(), `${firstName} ${lastName}`, more.join(''));
  }
  addFact(m.jobs_schedule(), datesOf(job));
  facts.push(crewOf(job));
  const { crewLead } = crewDisplay(job);
  if (crewLead !== null) addFact(m.jobs_lead(), crewLead);
  addFact(m.jobs_status(), job.status === 'complete' ? m.common_complete() : m.common_active());
  if (job.contractAmount !== null) addFact(m.jobs_amount(), moneyFormat(job.contractAmount));
  return facts;
}

const figure = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

const orderOf = (
  title: string,
  total: number,
  items: readonly { name: string; quantity: number; lineTotal: number }[],
): CardOrder => ({
  title,
  total: moneyFormat(total),
  items: items.map(({ name, quantity, lineTotal }) => ({
    quantity: figure(quantity),
    name,
    total: moneyFormat(lineTotal),
  })),
});

function ordersOf({ work, purchase }: CardOrders): CardContent['orders'] {
  const works = work.map(({ title, total, orderItems }) =>
    orderOf(
      title,
      total,
      orderItems.map((item) => ({ ...item, name: item.title })),
    ),
  );
  const purchases = purchase.map(({ title, total, items }) =>
    orderOf(
      title,
      total,
      items.map((item) => ({ ...item, name: item.productName })),
    ),
  );
  return [
    { heading: m.jobs_workOrders(), orders: works },
    { heading: m.jobs_purchaseOrders(), orders: purchases },
  ].filter(({ orders }) => orders.length > 0);
}

const nothingOrdered: CardOrders = { work: [], purchase: [] };

/** The card has the name of the company that runs the job; also its location and logo if it is the user's own. */
export function cardContent(
  job: Job,
  reader: Company,
  customer: Customer | undefined,
  ordered = nothingOrdered,
): CardContent {
  return {
    company: letterheadOf(job, reader),
    number: filled(job.jobNumber) ? `#${job.jobNumber}` : null,
    title: job.title,
    place: addressLines(job),
    color: jobColor(job.color, 'light', job.status === 'complete').fill,
    facts: factsOf(job, customer),
    note: filled(job.inspectionNote) ? job.inspectionNote : null,
    tags: job.tags.map(({ content }) => content),
    measures: job.reports.map(({ amount, measurement }) => ({
      amount: amount.toLocaleString('en-US'),
      unit: unitName(measurement),
    })),
    orders: ordersOf(ordered),
    printed: numericDay(companyToday()),
  };
}

/** A file name that is valid on every system: `job-card-2418.pdf`. */
export const cardFileName = ({ number, title }: CardContent): string =>
  pdfName(m.card_file(), number ?? title);
