/** What stands on the paper of a purchase order, in the words of the reader: the page and the PDF show the same. */
import type { Company, Job, PurchaseOrder, PurchaseOrderItem, Vendor } from '@bindings';
import { m } from '@/i18n';
import { zoneOf } from '@/session/timeZone';
import { dayField, dayOf } from '@/ui/days';
import type { OrderFact, OrderPaper } from '@/ui/paper/orderPaper';
import { pdfName } from '@/ui/paper/output';
import { letterheadOf } from '@/ui/paper/paperHead';
import { dayIn } from '@/ui/times';
import { moneyFormat } from '@/wasm/rules';

/** Crews in the US write figures the same way in both languages. */
export const figure = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

/** The rows of a category stand together, in the order in which the categories came onto the order. */
export function byCategory(items: readonly PurchaseOrderItem[]): PurchaseOrderItem[] {
  const categories = new Map<string, PurchaseOrderItem[]>();
  for (const item of items)
    categories.set(item.categoryId, [...(categories.get(item.categoryId) ?? []), item]);
  return [...categories.values()].flat();
}

function siteOf({ address, city, state, zip }: Job): [string, ...string[]] {
  const town = zip === null || zip === '' ? `${city}, ${state}` : `${city}, ${state} ${zip}`;
  return address === null || address === '' ? [town] : [address, town];
}

const vendorFact = (vendor: Vendor | null): OrderFact => ({
  name: m.purchase_vendor(),
  main: vendor?.name ?? m.purchase_noVendor(),
  more:
    vendor === null || vendor.accountNumber === null
      ? []
      : [m.purchase_account({ number: vendor.accountNumber })],
  bold: vendor !== null,
});

function jobFact({ title, jobNumber, startDate }: Job): OrderFact {
  const starts = startDate === null ? null : m.purchase_starts({ day: dayField(startDate) });
  const number = jobNumber === null ? null : `#${jobNumber}`;
  return { name: m.jobs_job(), main: title, more: [number, starts].filter((line) => line !== null) };
}

export function purchasePaper(
  order: PurchaseOrder,
  job: Job,
  vendor: Vendor | null,
  reader: Company,
): OrderPaper {
  const [main, ...more] = siteOf(job);
  return {
    head: { company: letterheadOf(job, reader), kind: m.purchase_order(), number: order.title },
    facts: [
      vendorFact(vendor),
      { name: m.purchase_deliverTo(), main, more },
      jobFact(job),
      {
        name: m.purchase_ordered(),
        main: dayField(dayIn(order.dateInserted, zoneOf(reader))),
      },
    ],
    columns: [
      { name: m.purchase_product(), width: 78, bold: true },
      { name: m.purchase_category(), width: 36 },
      { name: m.purchase_quantity(), width: 18, figures: true },
      { name: m.products_unitCost(), width: 25, figures: true },
      { name: m.jobs_orderTotal(), width: 29, figures: true, bold: true },
    ],
    rows: byCategory(order.items).map((item) => ({
      cells: [
        item.productName,
        item.categoryTitle,
        figure(item.quantity),
        moneyFormat(item.unitCost),
        moneyFormat(item.lineTotal),
      ],
    })),
    total: {
      name: m.purchase_total(),
      amount: moneyFormat(order.total),
      beside: m.purchase_productCount({ count: order.items.length }),
    },
    printed: dayField(dayOf()),
  };
}

/** `PO-2418-1.pdf`. */
export const fileNameOf = ({ title }: PurchaseOrder): string => pdfName(m.purchase_file(), title);
