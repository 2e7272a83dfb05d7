/** The printed job card: it must include everything for the crew, and fit the page. */
import type { APIRequestContext, Page } from '@playwright/test';

import type { Job, JobImage } from '../../bindings';
import { caller } from './support/apiCaller';
import { expect, test } from './support/fixtures';
import { pagesOf, type RenderedPage, renderFirstPage, saved, textOf } from './support/pdfPages';

const admin = 'marisol@summit-roofing.example';

/** A job with photos: the demo's crews took some today. Jobs that other tests created have no number. */
async function jobWithPhotos(request: APIRequestContext): Promise<string> {
  const office = await caller(request, admin);
  const { jobs } = await office.get<{ jobs: Job[] }>('/api/jobs/myJobs/contractor');
  const started = jobs.filter(({ startDate, jobNumber }) => startDate !== null && jobNumber !== null);
  started.sort((one, other) => (other.startDate ?? '').localeCompare(one.startDate ?? ''));
  for (const { id } of started) {
    const { imgs } = await office.get<{ imgs: JobImage[] }>(`/api/jobs/fetchImgs/${id}`);
    if (imgs.length > 0) return id;
  }
  throw new Error('no job of the demo has photos');
}

const saveAndPrint = (page: Page) =>
  page.getByRole('button', { name: 'Save and print' }).filter({ visible: true });

/** Opens the card of a job with its first photo; returns the job's title. */
async function cardWithPhoto(page: Page, request: APIRequestContext): Promise<string> {
  await page.goto(`/app/card/${await jobWithPhotos(request)}`);
  await page.getByRole('button', { name: 'Choose image' }).click();
  await page.getByRole('dialog').locator('button[aria-pressed]').first().click();
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  // Its space is reserved before the photo has loaded.
  const pictures = page.getByRole('main').locator('img:not([alt=""])');
  const loaded = (all: Element[]) =>
    all.length > 0 && all.every((each) => (each as HTMLImageElement).naturalWidth > 0);
  await expect.poll(() => pictures.evaluateAll(loaded)).toBe(true);
  // Both wait until the card has loaded completely.
  await expect(saveAndPrint(page)).toBeEnabled();
  return page.getByRole('main').getByRole('heading').first().innerText();
}

/** Joins lines, because long words wrap at different letters in print. */
const inOneLine = (words: string): string => words.replace(/\s+/g, '');

/** Expects an A4 page with the photo, and with nothing near the edges but the ridge in the job's color. */
function expectWholeOnPaper(card: RenderedPage): void {
  expect(card.width).toBeCloseTo(210, 0);
  expect(card.height).toBeCloseTo(297, 0);
  const whole = card.look([0, 0, 210, 297]);
  expect(whole.seen).toBeGreaterThan(0.03);
  expect(whole.seen).toBeLessThan(0.6);
  // Printers cut off content closer to the edge; only the ridge in the job's color extends to the top edge. A browser
  // prints the page number at the bottom right.
  for (const edge of [
    [0, 60, 5, 237],
    [205, 60, 5, 237],
    [0, 290, 160, 7],
  ] as const)
    expect(card.look([...edge]).seen).toBe(0);
  const photo = card.look([125, 50, 70, 40]);
  expect(photo.seen).toBeGreaterThan(0.9);
  expect(photo.colors).toBeGreaterThan(12);
  expect(card.look([12, 10, 120, 20]).seen).toBeGreaterThan(0.02);
}

test('the saved card is one A4 page with the job, its photo and its color, and nothing is cut off', {
  tag: '@desktop',
}, async ({ page, request, world }) => {
  await world.demo(admin);
  const title = await cardWithPhoto(page, request);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const pdf = await saved(await download);
  expect(pagesOf(pdf)).toBe(1);
  const words = inOneLine(textOf(pdf));
  for (const text of [title, 'Summit Roofing & Exteriors']) expect(words).toContain(inOneLine(text));
  expectWholeOnPaper(renderFirstPage(pdf));
});

test(
  'the printed card is the same page, without the buttons around it',
  { tag: '@desktop' },
  async ({ page, request, world }, at) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-asked-to-print', '');
    });
    await world.demo(admin);
    const title = await cardWithPhoto(page, request);
    const sheet = page.getByRole('article', { name: title });
    // The text of the sheet: the facts of the job, line by line.
    const facts = await sheet.locator('dt, dd').allInnerTexts();
    await saveAndPrint(page).click();
    // The page has decoded the photo before it opens the print dialog.
    await expect(page.locator('html')).toHaveAttribute('data-asked-to-print', '');
    const pdf = at.outputPath('printed.pdf');
    await page.pdf({ path: pdf, preferCSSPageSize: true, printBackground: false });
    expect(pagesOf(pdf)).toBe(1);
    const words = inOneLine(textOf(pdf));
    for (const text of [title, 'Summit Roofing & Exteriors', ...facts])
      expect(words).toContain(inOneLine(text));
    for (const button of ['Save as PDF', 'Save and print', 'Choose image'])
      expect(words).not.toContain(inOneLine(button));
    expectWholeOnPaper(renderFirstPage(pdf));
  },
);
