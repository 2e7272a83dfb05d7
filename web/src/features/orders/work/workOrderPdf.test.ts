import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob, jobId } from '@/testing/aJob';
import { expectOnePage, readPdf } from '@/testing/readPdf';
import { aCompany } from '@/testing/render';
import { orderPdf } from '@/ui/print/orderPdf';

import { anItem, anOrder, aSignOff } from './testing';
import { workOrderDocument, workOrderFileName } from './workOrderDocument';

const job = aJob(2418, {
  title: 'Techo de la señora Peña',
  startDate: '2026-06-09',
  endDate: '2026-06-12',
  companyInfo: { name: 'Ríos Brothers Roofing' },
  assignedToCompanyId: jobId(60),
  assignedToUserInfo: { firstName: 'Luis', lastName: 'Ríos' },
  isAcceptedBySub: true,
});

const read = (order = anOrder(), reader = aCompany) =>
  readPdf(orderPdf(workOrderDocument(order, job, reader, 'America/Denver'), null));

describe('the PDF of a work order', () => {
  it('has everything a crew needs as selectable text, including accents', async () => {
    expectOnePage(await read(), [
      'Halvorsen Roofing & Exteriors',
      'Lakewood, CO',
      'Work order',
      '#2418-1',
      'Ríos Brothers Roofing',
      'Job #2418',
      'Techo de la señora Peña',
      '4417 S Quebec Ct',
      'Littleton, CO 80123',
      'Jun 9th 2026',
      'Jun 12th 2026',
      'Tear-off, two layers',
      'Magnet sweep twice a day',
      '28.5',
      '$85.00',
      '$2,422.50',
      '$62.50',
      'Order total',
      '$2,922.50',
    ]);
  });

  it('shows who signed and when in the time zone of the company, and a blank line for the other party', async () => {
    const { pages } = await read();
    const all = pages.flat();
    expect(all).toContain('Signed Jun 11th 2026, 9:52 AM');
    expect(all.filter((line) => line === 'Signature')).toHaveLength(1);
    expect(all).toContain('Date');
  });

  it('has a blank line for each party while none has signed', async () => {
    const { pages } = await read(anOrder({ signOffs: [] }));
    const all = pages.flat();
    expect(all.filter((line) => line === 'Date')).toHaveLength(2);
    expect(all.filter((line) => line === 'Ríos Brothers Roofing')).toHaveLength(2);
  });

  it('does not show a signature for other items as one for these', async () => {
    const { pages } = await read(anOrder({ signOffs: [aSignOff({ changedSince: true })] }));
    const all = pages.flat();
    expect(all).toContain('Changed since signed');
    expect(all.filter((line) => line === 'Date')).toHaveLength(2);
  });

  it('continues on several pages, each with the table head and its number, and loses no row', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => anItem(at, { title: `Row ${at}` }));
    const { pages } = await read(anOrder({ orderItems: rows }));
    expect(pages.length).toBeGreaterThan(2);
    for (const { title } of rows) expect(pages.flat()).toContain(title);
    for (const [at, lines] of pages.entries()) {
      if (lines.some((line) => line.startsWith('Row '))) expect(lines).toContain('Unit cost');
      expect(lines.at(-1)).toContain(`page ${at + 1} of ${pages.length}`);
    }
  });

  it('loses no word of a description that is longer than a page', async () => {
    const words = Array.from({ length: 1500 }, (_, at) => `word${at}`);
    const { pages } = await read(anOrder({ orderItems: [anItem(1, { description: words.join(' ') })] }));
    expect(pages.length).toBeGreaterThan(1);
    const text = pages.flat().join(' ');
    for (const word of words) expect(text).toContain(word);
  });

  it('wraps a long title instead of overlapping the name of the company', async () => {
    const title = 'Tear-off, dry-in and decking of the main house, the garage and the porch';
    const { pages } = await read(anOrder({ title }));
    expect(pages.flat()).not.toContain(title);
    expect(pages.flat().join(' ')).toContain(title);
  });

  it('is in Spanish for a Spanish-speaking crew', async () => {
    setLanguage('spanish');
    const { pages, frame } = await read();
    const text = pages.flat().join('\n');
    for (const word of ['Orden de trabajo', 'Cuadrilla', 'Partida', '9 jun 2026', 'Firmas'])
      expect(text).toContain(word);
    expect(frame).toContain('/Lang (es)');
  });

  it('has the name of the contractor, not of the subcontractor who prints it', async () => {
    const reader = { ...aCompany, id: jobId(60), name: 'Ríos Brothers', location: 'Aurora, CO' };
    const { pages } = await read(anOrder(), reader);
    expect(pages.flat()).toContain('Halvorsen Roofing & Exteriors');
    expect(pages.flat()).not.toContain('Aurora, CO');
  });

  it('is saved under a name that is valid on every system', () => {
    expect(workOrderFileName(anOrder())).toBe('work-order-2418-1.pdf');
    expect(workOrderFileName(anOrder({ title: 'Peña: tear/off?' }))).toBe('work-order-Peña-tear-off.pdf');
  });
});
