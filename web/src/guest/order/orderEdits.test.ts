import type { GuestPurchaseOrder } from '@bindings';
import { describe, expect, it } from 'vitest';
import { editsText, noEdits, type OrderEdits, parseEdits, trimmed, withoutStored } from './orderEdits';

const row = (id: string, change: Partial<GuestPurchaseOrder['items'][number]> = {}) => ({
  id,
  productName: 'Felt',
  categoryTitle: 'Underlayment',
  quantity: 3,
  received: 0,
  available: null,
  substitute: null,
  confirmedCost: null,
  ...change,
});
const order = (change: Partial<GuestPurchaseOrder> = {}) =>
  ({ expectedOn: null, remark: null, items: [row('a'), row('b')], ...change }) as GuestPurchaseOrder;

const typed: OrderEdits = {
  rows: { a: { available: false, substitute: 'Synthetic felt ', price: '' } },
  day: '2030-03-04',
  remark: 'By the gate',
};

describe("a vendor's answer that is not sent yet", () => {
  it('stays when the office changes the order meanwhile', () => {
    const changed = order({ version: 7, items: [row('a', { quantity: 5 }), row('c')] });
    expect(withoutStored(typed, changed)).toEqual(typed);
  });

  it('ends when it is stored, so that a later change by the office shows', () => {
    const items = [
      row('a', { available: false, substitute: 'Synthetic felt' }),
      row('b', { available: true }),
    ];
    const stored = order({ items, expectedOn: '2030-03-04', remark: 'By the gate' });
    expect(withoutStored(trimmed(typed), stored)).toEqual(noEdits);
  });

  it('keeps a price until it is stored, also while the row is said to be missing', () => {
    const priced: OrderEdits = { rows: { a: { available: true, substitute: '', price: '$34' } } };
    expect(withoutStored(priced, order())).toEqual(priced);
    expect(withoutStored(parseEdits(editsText(priced)), order())).toEqual(priced);
    const missing: OrderEdits = { rows: { a: { available: false, substitute: 'Tar', price: '$34' } } };
    expect(withoutStored(missing, order())).toEqual(missing);
    expect(trimmed(missing).rows.a).toEqual({ available: false, substitute: 'Tar', price: '' });
    const stored = order({ items: [row('a', { available: true, confirmedCost: 34 }), row('b')] });
    expect(withoutStored(trimmed(priced), stored)).toEqual(noEdits);
    // A price that is taken back is an edit, too.
    const without: OrderEdits = { rows: { a: { available: true, substitute: '', price: '' } } };
    expect(withoutStored(without, stored)).toEqual(without);
    expect(withoutStored(without, order({ items: [row('a', { available: true }), row('b')] }))).toEqual(
      noEdits,
    );
  });

  it('survives an update of the page', () => {
    const former = '{"rows":{"a":{"available":false,"substitute":"Tar"}},"day":"2030-03-04"}';
    expect(parseEdits(former)).toEqual({
      rows: { a: { available: false, substitute: 'Tar', price: '' } },
      day: '2030-03-04',
    });
  });

  it('ends with its row', () => {
    expect(withoutStored(typed, order({ items: [row('b')] })).rows).toEqual({});
  });

  it('survives a closed page, and text that cannot be read counts as none', () => {
    expect(parseEdits(editsText(typed))).toEqual(typed);
    expect(editsText(noEdits)).toBe('');
    expect(parseEdits('')).toEqual(noEdits);
    expect(parseEdits('{"rows":')).toEqual(noEdits);
  });
});
