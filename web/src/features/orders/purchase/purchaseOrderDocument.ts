/** The content of a printed purchase order in the reader's language: the page and the PDF render the same. */
import type { Company, Job, PurchaseOrder, PurchaseOrderItem, Vendor } from '@bindings';
import { m } from '@/i18n';
import { zoneOf } from '@/queries/companies/timeZone';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText, numericDay } from '@/ui/dates/dates';
import { dayIn } from '@/ui/dates/times';
import { letterheadOf } from '@/ui/print/documentHead';
import type { OrderDocument, OrderFact } from '@/ui/print/orderDocument';
import { pdfName } from '@/ui/print/printOutput';
import { moneyFormat } from '@/wasm/rules';

/** Crews in the US write numbers the same way in both languages. */
export const formatNumber = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

/** Groups the rows by category, in the order in which the categories were added to the order. */
export function groupByCategory(items: readonly PurchaseOrderItem[]): PurchaseOrderItem[] {
  const categories = new Map<string, PurchaseOrderItem[]>();
  for (const item of items)
    categories.set(item.categoryId, [...(categories.get(item.categoryId) ?? []), item]);
  return [...categories.values()].flat();
}

function siteOf({ address, city, state, zip }: Job): [string, ...string[]] {
  const cityAndState = zip === null || zip === '' ? `${city}, ${state}` : `${city}, ${state} ${zip}`;
  return address === null || address === '' ? [cityAndState] : [address, cityAndState];
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
  const starts = startDate === null ? null : m.purchase_starts({ day: dayText(startDate) });
  const number = jobNumber === null ? null : `#${jobNumber}`;
  return { name: m.jobs_job(), main: title, more: [number, starts].filter((line) => line !== null) };
}

export function purchaseOrderDocument(
  order: PurchaseOrder,
  job: Job,
  vendor: Vendor | null,
  reader: Company,
): OrderDocument {
  const [main, ...more] = siteOf(job);
  return {
    head: { company: letterheadOf(job, reader), kind: m.purchase_order(), number: order.title },
    facts: [
      vendorFact(vendor),
      { name: m.purchase_deliverTo(), main, more },
      jobFact(job),
      {
        name: m.purchase_ordered(),
        main: dayText(dayIn(order.dateInserted, zoneOf(reader))),
      },
    ],
    columns: [
      { name: m.purchase_product(), width: 78, bold: true },
      { name: m.purchase_category(), width: 36 },
      { name: m.purchase_quantity(), width: 18, figures: true },
      { name: m.products_unitCost(), width: 25, figures: true },
      { name: m.jobs_orderTotal(), width: 29, figures: true, bold: true },
    ],
    rows: groupByCategory(order.items).map((item) => ({
      cells: [
        item.productName,
        item.categoryTitle,
        formatNumber(item.quantity),
        moneyFormat(item.unitCost),
        moneyFormat(item.lineTotal),
      ],
    })),
    total: {
      name: m.purchase_total(),
      amount: moneyFormat(order.total),
      beside: m.purchase_productCount({ count: order.items.length }),
    },
    printed: numericDay(companyToday()),
  };
}

/** `PO-2418-1.pdf`. */
export const purchaseOrderFileName = ({ title }: PurchaseOrder): string => pdfName(m.purchase_file(), title);
