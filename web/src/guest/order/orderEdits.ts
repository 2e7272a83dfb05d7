/** What a vendor has typed into the answer to an order, and has not been stored by the server yet. */
import type { GuestPurchaseOrder } from '@bindings';
import { priceText, readPrice } from './price';

type Item = GuestPurchaseOrder['items'][number];

export interface RowAnswer {
  available: boolean;
  substitute: string;
  /** As it was typed. */
  price: string;
}

/** Only what differs from the order: the rest follows the order when it changes. */
export interface OrderEdits {
  rows: Readonly<Record<string, RowAnswer>>;
  day?: string;
  remark?: string;
}

export const noEdits: OrderEdits = { rows: {} };

/** The stored answer to a row. A row without an answer counts as available. */
export const storedAnswer = ({ available, substitute, confirmedCost }: Item): RowAnswer => ({
  available: available ?? true,
  substitute: substitute ?? '',
  price: priceText(confirmedCost),
});

/** What the vendor has comes at a price, what it does not have is substituted. */
const isSame = (one: RowAnswer, other: RowAnswer) =>
  one.available === other.available &&
  (one.available ? one.price === other.price : one.substitute === other.substitute);

/** The edits that the order does not show yet. Those that were stored, and those of rows that are gone, end here. */
export function withoutStored(edits: OrderEdits, order: GuestPurchaseOrder): OrderEdits {
  const rows: Record<string, RowAnswer> = {};
  for (const item of order.items) {
    const edit = edits.rows[item.id];
    if (edit !== undefined && !isSame(edit, storedAnswer(item))) rows[item.id] = edit;
  }
  const { day, remark } = edits;
  return {
    rows,
    ...(day !== undefined && day !== (order.expectedOn ?? '') && { day }),
    ...(remark !== undefined && remark !== (order.remark ?? '') && { remark }),
  };
}

/** The edits as they are sent, texts without spaces at the ends and prices with cents: so they equal what is stored then. */
export function trimmed({ rows, day, remark }: OrderEdits): OrderEdits {
  const short = Object.entries(rows).map(([id, { available, substitute, price }]) => [
    id,
    {
      available,
      substitute: available ? '' : substitute.trim(),
      price: available ? priceText(readPrice(price)) : '',
    },
  ]);
  return {
    rows: Object.fromEntries(short) as OrderEdits['rows'],
    ...(day !== undefined && { day }),
    ...(remark !== undefined && { remark: remark.trim() }),
  };
}

/** The edits of an earlier visit; none if there were none, or if they cannot be read. */
export function parseEdits(text: string): OrderEdits {
  if (text === '') return noEdits;
  try {
    const { rows = {}, day, remark } = JSON.parse(text) as Partial<OrderEdits>;
    // A former version of the page stored no prices.
    const whole = Object.entries(rows).map(([id, row]) => [id, { ...row, price: row.price ?? '' }]);
    return {
      rows: Object.fromEntries(whole) as OrderEdits['rows'],
      ...(day !== undefined && { day }),
      ...(remark !== undefined && { remark }),
    };
  } catch {
    return noEdits;
  }
}

/** The text in which edits are kept; empty without edits. */
export const editsText = (edits: OrderEdits): string =>
  Object.keys(edits.rows).length === 0 && edits.day === undefined && edits.remark === undefined
    ? ''
    : JSON.stringify(edits);
