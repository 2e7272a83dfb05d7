/** The content of a printed work order in the reader's language. */
import type { Company, Job, SignOff, WorkOrder } from '@bindings';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText, numericDay } from '@/ui/dates/dates';
import { dateTimeText } from '@/ui/dates/times';
import { addressLines, letterheadOf } from '@/ui/print/documentHead';
import {
  type OrderDocument,
  type OrderFact,
  type OrderSignature,
  type OrderSignatures,
  quantityText,
} from '@/ui/print/orderDocument';
import { pdfName } from '@/ui/print/printOutput';
import { crewDisplay, moneyFormat } from '@/wasm/rules';

function factsOf(job: Job): OrderFact[] {
  const { crew, crewLead } = crewDisplay(job);
  const number = job.jobNumber === null ? '' : ` #${job.jobNumber}`;
  return [
    {
      name: m.workOrders_crew(),
      main: crew ?? m.common_noCrew(),
      more: crewLead === null ? [] : [crewLead],
      bold: crew !== null,
    },
    { name: `${m.jobs_job()}${number}`, main: job.title, more: addressLines(job), bold: true },
    { name: m.workOrders_start(), main: dayText(job.startDate) },
    { name: m.workOrders_end(), main: dayText(job.endDate) },
  ];
}

/** An outdated signature does not replace a valid one: its party still gets a blank line. */
function signaturesOf({ signOffs }: WorkOrder, job: Job, zone: string): OrderSignatures {
  const given = signOffs.map(
    ({ firstName, lastName, signedAt, changedSince }: SignOff): OrderSignature => ({
      name: `${firstName} ${lastName}`,
      when: m.workOrders_signedAt({ when: dateTimeText(signedAt, zone) }),
      mark: changedSince ? m.workOrders_changed() : null,
    }),
  );
  const good = signOffs.filter(({ changedSince }) => !changedSince).length;
  const parties = [job.contractorCompanyName, crewDisplay(job).crew ?? m.workOrders_crew()];
  const open = good === 0 ? parties : [m.workOrders_signature()].slice(good - 1);
  return {
    heading: m.workOrders_signOffs(),
    all: [...given, ...open.map((blank) => ({ blank }))],
    date: m.workOrders_date(),
  };
}

/** Times are formatted in `zone`. The letterhead is always the contractor's. */
export const workOrderDocument = (
  order: WorkOrder,
  job: Job,
  reader: Company,
  zone: string,
): OrderDocument => ({
  head: { company: letterheadOf(job, reader), kind: m.workOrders_kind(), number: order.title },
  facts: factsOf(job),
  columns: [
    { name: '#', width: 9 },
    { name: m.workOrders_item(), width: 93, bold: true },
    { name: m.workOrders_qty(), width: 24, figures: true },
    { name: m.workOrders_unitCost(), width: 29, figures: true },
    { name: m.workOrders_lineTotal(), width: 31, figures: true, bold: true },
  ],
  rows: order.orderItems.map(({ title, description, quantity, unitCost, lineTotal }, at) => ({
    cells: [String(at + 1), title, quantityText(quantity), moneyFormat(unitCost), moneyFormat(lineTotal)],
    under: description ?? undefined,
  })),
  total: { name: m.workOrders_orderTotal(), amount: moneyFormat(order.total) },
  signatures: signaturesOf(order, job, zone),
  printed: numericDay(companyToday()),
});

/** `work-order-2418-1.pdf`. */
export const workOrderFileName = ({ title }: WorkOrder): string => pdfName(m.workOrders_file(), title);
