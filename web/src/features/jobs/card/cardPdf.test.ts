import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob, jobId } from '@/testing/aJob';
import { aPurchaseOrder } from '@/testing/aPurchaseOrder';
import { expectOnePage, readPdf } from '@/testing/readPdf';
import { aCompany } from '@/testing/render';
import { toPdfCharset } from '@/ui/print/pdfCharset';

import { cardContent, cardFileName } from './cardContent';
import { type CardImages, cardPdf } from './cardPdf';
import { customer as hannah } from './testing';

const report = (number: number, amount: number, measurement: string) => ({
  id: jobId(800_000 + number),
  jobId: jobId(7),
  amount,
  measurement,
});

const job = aJob(2418, {
  title: 'Techo de la señora Peña',
  startDate: '2026-06-09',
  endDate: '2026-06-12',
  inspectionNote: 'Dos capas (sur). Preguntar por Íñigo: él abre el portón \\ mañana.',
  tags: [
    { id: jobId(1), jobId: jobId(7), content: 'póliza 12/8' },
    { id: jobId(2), jobId: jobId(7), content: 'HOA approved' },
  ],
  reports: [report(1, 28.5, 'square'), report(2, 1200.125, 'linear foot')],
  contractAmount: 18_250.5,
});

const customer = { ...hannah, firstName: 'Íñigo', lastName: 'Muñoz', company: 'Peña Homes' };

const work = {
  id: jobId(90),
  jobId: job.id,
  title: '#2418-1',
  orderItems: [
    {
      id: jobId(91),
      title: 'Quitar dos capas',
      description: null,
      quantity: 28.5,
      unitCost: 65,
      workOrderId: jobId(90),
      lineTotal: 1852.5,
    },
  ],
  itemsVersion: 1,
  signOffs: [],
  total: 1852.5,
  dateInserted: '2026-06-01T12:00:00Z',
  sends: [],
};

const none: CardImages = { picture: null, logo: null };
const read = (content = cardContent(job, aCompany, customer), images = none) =>
  readPdf(cardPdf(content, images));

describe('the PDF of a job card', () => {
  it('shows the crew the ordered work and its pay', async () => {
    const content = cardContent(job, aCompany, customer, { work: [work], purchase: [] });
    const { pages } = await read(content);
    for (const line of ['Work orders', '#2418-1', '28.5', 'Quitar dos capas', '$1,852.50'])
      expect(pages.flat()).toContain(line);
    expect(pages.flat()).not.toContain('Purchase orders');
  });

  it('shows the office the purchases and their prices', async () => {
    const { pages } = await read(
      cardContent(job, aCompany, customer, { work: [], purchase: [aPurchaseOrder()] }),
    );
    const lines = pages.flat();
    for (const line of [
      'Purchase orders',
      '#2418-1',
      '84',
      'Laminated shingle, Charcoal',
      '$3,255.00',
      '16',
      'Drip edge',
      '$180.00',
      '$3,435.00',
    ])
      expect(lines).toContain(line);
    expect(lines).not.toContain('Work orders');
  });

  it('continues a long order on another page, and loses no row', async () => {
    const many = Array.from({ length: 90 }, (_, at) => ({ ...work.orderItems[0], title: `Row ${at}` }));
    const long = { ...work, orderItems: many as typeof work.orderItems };
    const { pages } = await read(cardContent(job, aCompany, customer, { work: [long], purchase: [] }));
    expect(pages.length).toBeGreaterThan(1);
    for (const { title } of many) expect(pages.flat()).toContain(title);
  });

  it('has everything of the card as selectable text, including accents', async () => {
    expectOnePage(await read(), [
      'Halvorsen Roofing & Exteriors',
      'Lakewood, CO',
      '#2418',
      'Techo de la señora Peña',
      '4417 S Quebec Ct',
      'Littleton, CO 80123',
      'Íñigo Muñoz',
      ', Peña Homes, 303-555-0142',
      'Jun 9th 2026 – Jun 12th 2026',
      '$18,250.50',
      'Dos capas (sur). Preguntar por Íñigo: él abre el portón \\ mañana.',
      'póliza 12/8',
      'HOA approved',
      '28.5',
      '1,200.125',
      'linear foot',
    ]);
  });

  it('is in Spanish for a Spanish-speaking crew', async () => {
    setLanguage('spanish');
    const { pages, frame } = await read();
    const text = pages.flat().join('\n');
    for (const word of ['Trabajo', 'Cliente', 'Nota de inspección', '9 jun 2026', 'pie lineal'])
      expect(text).toContain(word);
    expect(text).toMatch(/Impreso el \d\d\/\d\d\/\d{4}, página 1 de 1/);
    expect(frame).toContain('/Lang (es)');
  });

  it('continues on numbered pages, so that no measurement is cut off', async () => {
    const reports = Array.from({ length: 200 }, (_, at) => report(at, at + 1, 'square'));
    const { pages } = await read(cardContent({ ...job, reports }, aCompany, customer));
    expect(pages.length).toBeGreaterThan(2);
    const all = pages.flat();
    for (const { amount } of reports) expect(all).toContain(String(amount));
    for (const [at, lines] of pages.entries())
      expect(lines.at(-1)).toContain(`page ${at + 1} of ${pages.length}`);
  });

  it('has the chosen picture, and none when it was cleared', async () => {
    const bytes = new Uint8Array(readFileSync(`${import.meta.dirname}/testing-photo.jpg`));
    const picture = { bytes, width: 16, height: 12 };
    expect((await read(undefined, { picture, logo: null })).pictures).toBe(1);
    expect((await read()).pictures).toBe(0);
  });

  it('shows a subcontractor neither customer nor amount', async () => {
    const reader = {
      ...aCompany,
      id: jobId(60),
      name: 'Ríos Brothers',
      companyType: 'subcontractor' as const,
    };
    const content = cardContent({ ...job, contractAmount: null, jobCustomer: null }, reader, undefined);
    const { pages } = await read(content);
    const text = pages.flat().join('\n');
    expect(text).toContain('Halvorsen Roofing & Exteriors');
    for (const secret of ['Customer', 'Muñoz', 'Contract amount', '$', 'Lakewood'])
      expect(text).not.toContain(secret);
  });

  it('writes letters missing from its fonts without their accents, not as garbage', () => {
    expect(toPdfCharset('Jose\u0301 Núñez – “Dvořák” 屋')).toBe('José Núñez – “Dvorák” ?');
  });

  it('is saved under a name that is valid on every system', () => {
    const content = cardContent(job, aCompany, undefined);
    expect(cardFileName(content)).toBe('job-card-2418.pdf');
    expect(cardFileName({ ...content, number: null, title: 'Peña: tear/off?' })).toBe(
      'job-card-Peña-tear-off.pdf',
    );
  });
});
