import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import {
  anItem,
  aProduct,
  aPurchaseOrder,
  charcoal,
  dripEdge,
  platteValley,
  starter,
} from '@/testing/aPurchaseOrder';
import { expectOnePage, readPdf } from '@/testing/readPdf';
import { aCompany } from '@/testing/render';
import { orderPdf } from '@/ui/print/orderPdf';

import { purchaseOrderDocument, purchaseOrderFileName } from './purchaseOrderDocument';

const job = aJob(2418, { title: 'Techo de la señora Peña', startDate: '2026-06-09', endDate: '2026-06-12' });
const order = aPurchaseOrder({
  vendorId: platteValley.id,
  items: [anItem(charcoal, 84), anItem(dripEdge, 16.125), anItem(starter, 3)],
});
const read = (given = order, vendor: typeof platteValley | null = platteValley) =>
  readPdf(orderPdf(purchaseOrderDocument(given, job, vendor, aCompany), null));

describe('the PDF of a purchase order', () => {
  it('has everything the vendor needs, as selectable text', async () => {
    const paper = await read();
    expectOnePage(paper, [
      'Halvorsen Roofing & Exteriors',
      'Lakewood, CO',
      'Purchase order',
      '#2418-1',
      'Account PV-10482',
      '4417 S Quebec Ct',
      'Littleton, CO 80123',
      'Techo de la señora Peña',
      '#2418',
      'Starts Jun 9th 2026',
      'Jun 4th 2026',
      'Laminated shingle, Charcoal',
      'Shingles',
      '84',
      '$38.75',
      '$3,255.00',
      '16.125',
      '$181.41',
      '3 products',
      'Order total',
      '$3,593.61',
    ]);
    expect(paper.pages.flat().join(' ')).toContain('Platte Valley Building Supply');
  });

  it('groups the products of a category, whenever they were added', async () => {
    const { pages } = await read();
    const names = pages
      .flat()
      .filter((line) => [charcoal, dripEdge, starter].some(({ name }) => name === line));
    expect(names).toEqual([charcoal.name, starter.name, dripEdge.name]);
  });

  it('continues on several pages, each with the table head and its number, and loses no row', async () => {
    const items = Array.from({ length: 120 }, (_, at) =>
      anItem(aProduct(100 + at, { name: `Row ${at}` }), at + 1),
    );
    const { pages } = await read(aPurchaseOrder({ items }));
    expect(pages.length).toBeGreaterThan(2);
    for (const { productName } of items) expect(pages.flat()).toContain(productName);
    for (const [at, lines] of pages.entries()) {
      expect(lines).toContain('Unit cost');
      expect(lines.at(-1)).toContain(`page ${at + 1} of ${pages.length}`);
    }
  });

  it('has the logo of the company', async () => {
    const bytes = new Uint8Array(readFileSync(`${import.meta.dirname}/../../jobs/card/testing-photo.jpg`));
    const paper = purchaseOrderDocument(order, job, platteValley, aCompany);
    expect((await readPdf(orderPdf(paper, { bytes, width: 16, height: 12 }))).pictures).toBe(1);
    expect((await read()).pictures).toBe(0);
  });

  it('shows that no vendor is chosen instead of a blank name', async () => {
    expect((await read({ ...order, vendorId: null }, null)).pages.flat()).toContain('No vendor chosen');
  });

  it('is in Spanish for a contractor that works in Spanish', async () => {
    setLanguage('spanish');
    const { pages, frame } = await read();
    for (const word of [
      'Orden de compra',
      'Proveedor',
      'Cuenta PV-10482',
      'Entregar en',
      'Total de la orden',
    ])
      expect(pages.flat()).toContain(word);
    expect(frame).toContain('/Lang (es)');
  });

  it('is saved under a name that is valid on every system', () => {
    expect(purchaseOrderFileName(order)).toBe('PO-2418-1.pdf');
    expect(purchaseOrderFileName({ ...order, title: 'Peña: gutters/2' })).toBe('PO-Peña-gutters-2.pdf');
  });
});
