/** The printed calendar shows the same as the screen, as a PDF and as a PNG. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

import type { Customer } from '../../bindings';
import { readPdf } from '../src/testing/readPdf';
import { caller } from './support/apiCaller';
import { appointmentBox, emptyDays, marisol, nameOf } from './support/appointments';
import { boxOf } from './support/drag';
import { expect, test } from './support/fixtures';
import { colorGridOfPage, colorGridOfPng, similarity, wordPositions } from './support/pdfPages';
import { Walker } from './support/walker';

/** The PNG and the PDF are compared in fields of this size, in px. */
const field = 20;

/** The share of fields that must be alike: text rendering differs slightly. */
const alike = 0.97;

const itemsOf = (page: Page) => page.locator('[data-print] :is([data-job], [data-appointment])');

/** Opens a calendar and waits until it has loaded: late content would make two prints differ. */
async function open(page: Page, address: string, sign: Locator = itemsOf(page).first()): Promise<void> {
  const walker = new Walker(page, {});
  await page.goto(address);
  await expect(sign).toBeVisible();
  await walker.atRest();
}

async function printed(page: Page, item: 'Save as PDF' | 'Save as PNG') {
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  const path = await file.path();
  return { name: file.suggestedFilename(), path, bytes: await readFile(path) };
}

/** Prints both, and compares the texts, the PDF and the PNG. */
async function printedAlike(page: Page) {
  const pdf = await printed(page, 'Save as PDF');
  expect(pdf.name).toMatch(/^\d{4}-\d\d-\d\d-calendar\.pdf$/);
  const { pages, frame, pictures } = await readPdf(new Blob([pdf.bytes]));
  expect(frame).toMatch(/\/MediaBox \[0 0 (595\.\d+ 841\.\d+|841\.\d+ 595\.\d+)\]/);
  expect(pictures).toBe(0);

  const png = await printed(page, 'Save as PNG');
  expect(png.name).toMatch(/-calendar\.png$/);
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  expect(width).toBe(1_100);
  if (pages.length === 1) {
    const picture = await colorGridOfPng(page, png.bytes, field);
    const like = similarity(colorGridOfPage(pdf.path, { width, height }, field), picture);
    expect(like, 'fields of the picture that look like the page').toBeGreaterThan(alike);
    // The page is not blank.
    const white = picture.filter((tint) => Math.min(...tint) > 250).length / picture.length;
    expect(white).toBeLessThan(0.97);
  }
  return { path: pdf.path, pages, lines: pages.flat() };
}

/** The text of each bar, card or box as displayed: truncated text is also truncated in print. */
async function expectTitles(page: Page, lines: readonly string[]): Promise<void> {
  const titles = await itemsOf(page).evaluateAll((all) =>
    all.map((bar) => {
      const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
      return walker.nextNode()?.textContent ?? '';
    }),
  );
  expect(titles.length).toBeGreaterThan(0);
  let at = 0;
  for (const title of titles) {
    const found = lines.findIndex(
      (line, index) => index >= at && line !== '' && title.startsWith(line.replace(/…$/, '')),
    );
    expect(found, `${title} after ${lines[at]}`).toBeGreaterThanOrEqual(at);
    at = found + 1;
  }
}

for (const look of ['', '?grid=week', '?grid=day', '?show=appointments&grid=month'] as const) {
  test(`the print shows the same as the screen: ${look || 'a month of jobs'}`, async ({ page, world }) => {
    test.skip(world.phone, 'a phone prints its list');
    await world.demo(marisol);
    await open(page, `/app/calendar${look}`);
    const { lines } = await printedAlike(page);
    expect(lines).toContain(await page.getByRole('heading', { level: 1 }).innerText());
    await expectTitles(page, lines);
    const left = /^\+\d+ more$/;
    const hidden = await page
      .locator('[data-print]')
      .getByText(left)
      .filter({ visible: true })
      .allInnerTexts();
    expect(lines.filter((line) => left.test(line)).sort()).toEqual(hidden.sort());
  });
}

for (const grid of ['week', 'day'] as const) {
  test(`all 24 hours are printed, each appointment at its time: ${grid}`, async ({ page, world }) => {
    test.skip(world.phone, 'a phone prints its list');
    const office = await world.demo(marisol);
    const { day, next, week } = await emptyDays(office);
    const customers = await office.customers();
    // Before the first visible hour, at noon, and after the last visible hour.
    const [early, noon, late] = customers.slice(7, 10) as [Customer, Customer, Customer];
    await office.appointment({ customerId: early.id, start: `${day}T10:00:00Z`, lengthMinutes: 60 });
    await office.appointment({ customerId: noon.id, start: `${day}T17:30:00Z`, lengthMinutes: 90 });
    await office.appointment({ customerId: late.id, start: `${next}T02:00:00Z`, lengthMinutes: 60 });
    await open(page, `${week}&grid=${grid}`, appointmentBox(page, nameOf(noon)));

    const { path, lines } = await printedAlike(page);
    expect(lines).toContain(await page.getByRole('heading', { level: 1 }).innerText());
    await expectTitles(page, lines);
    const places = wordPositions(path);
    const lineOf = (word: string) => {
      const place = places.find((each) => each.word === word);
      if (place === undefined) throw new Error(`${word} is not on the paper`);
      return place.y;
    };
    const hours = ['12am', ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((hour) => `${hour}am`)];
    const all = [...hours, ...hours.map((hour) => hour.replace('am', 'pm'))];
    expect(lines.filter((line) => all.includes(line))).toEqual(all);
    const hour = (lineOf('11pm') - lineOf('12am')) / 23;
    // The distance of an appointment's name from its hour label matches its start time.
    const begins: [Customer, string, number][] = [
      [early, '5am', 0],
      [noon, '12pm', 0.5],
      [late, '9pm', 0],
    ];
    for (const [customer, label, after] of begins) {
      const below = lineOf(customer.firstName) - lineOf(label);
      expect(below / hour, `${nameOf(customer)} at ${label}`).toBeGreaterThan(after - 0.2);
      expect(below / hour, `${nameOf(customer)} at ${label}`).toBeLessThan(after + 0.35);
    }
    // The printed copy is removed, and the screen still starts in the morning.
    await expect(page.locator('[data-paper]')).toHaveCount(0);
    const top = await boxOf(page.locator('[data-time="07:00:00"]').last());
    expect(top.y).toBeGreaterThan(0);
    expect(top.y).toBeLessThan(300);
  });
}

test('the crew lanes are printed completely, also those below the screen', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'a phone prints its list');
  const office = await caller(request, marisol);
  for (let more = 0; more < 12; more++)
    await office.post('/api/custom_crews/create', { name: `Printed ${crypto.randomUUID().slice(0, 6)}` });
  await world.demo(marisol);
  // A low window shows few lanes; the others are not rendered.
  await page.setViewportSize({ width: 1_280, height: 560 });
  const lanes = page.locator('[data-lane]');
  await open(page, '/app/calendar?show=crews', lanes.first());
  const { lines } = await printedAlike(page);
  expect(lines).toContain(await page.getByRole('heading', { level: 1 }).innerText());
  const drawn = await lanes.count();
  await page.setViewportSize({ width: 1_280, height: 6_000 });
  await expect.poll(() => lanes.count()).toBeGreaterThan(drawn);
  await expectTitles(page, lines);
  for (const name of await lanes.locator('h2').allInnerTexts())
    expect(
      lines.some((line) => line !== '' && name.startsWith(line.replace(/…$/, ''))),
      name,
    ).toBe(true);
});

for (const look of ['', '?show=appointments', '?show=crews'] as const) {
  test(`a phone prints the list that it shows: ${look || 'jobs'}`, async ({ page, world }) => {
    test.skip(!world.phone, 'desktops print their grids');
    const office = await world.demo(marisol);
    let address = `/app/calendar${look}`;
    if (look === '?show=appointments') {
      const { day, week } = await emptyDays(office);
      const [customer] = (await office.customers()) as [Customer];
      await office.appointment({ customerId: customer.id, start: `${day}T14:30:00Z` });
      address = week;
    }
    await open(page, address);
    const { lines } = await printedAlike(page);
    await expectTitles(page, lines);
    const days = await page.locator('[data-print] h2:not(.spoken)').allInnerTexts();
    for (const line of days.flatMap((day) => day.split('\n'))) expect(lines).toContain(line);
  });
}

test('the map shows that it cannot be printed', async ({ page, world }) => {
  test.skip(world.phone, 'the map of a phone offers no printing');
  await world.demo(marisol);
  await page.goto('/app/calendar?show=map');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Can only print in job/appointment views.');
});

test('the browser prints only the calendar, on one sheet', async ({ page, world }) => {
  test.skip(world.phone, 'the paper of the list has the same styles');
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await world.demo(marisol);
  await page.goto('/app/calendar');
  await expect(page.locator('[data-job]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print on paper' }).click();
  await expect(page.locator('[data-printed="across"]')).toBeAttached();
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheet.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  expect(sheet).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[456][.\d]*\]/);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-printed]')).toHaveCount(0);
});
