/** Maps with streets: from a file of the server, or from a tile service. */
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';

import { callerWith } from './support/apiCaller';
import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { shownIn } from './support/mapLayers';
import { freePort, type OwnServer, startServer } from './support/ownServer';

let own: OwnServer;
let withService: OwnServer;
let tiles: Server;
const tilesAsked: string[] = [];

/** A tile service with one style, whose tiles are pictures of one pixel. */
async function startTileService(): Promise<string> {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
    'base64',
  );
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const source = { type: 'raster', tiles: [`${origin}/{z}/{x}/{y}.png`], attribution: '© The tile service' };
  const layer = { id: 'pictures', type: 'raster', source: 'pictures' };
  const style = { version: 8, sources: { pictures: source }, layers: [layer] };
  tiles = createServer(({ url = '' }, response) => {
    tilesAsked.push(url);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', url.endsWith('.png') ? 'image/png' : 'application/json');
    response.end(url.endsWith('.png') ? pixel : JSON.stringify(style));
  });
  await new Promise<void>((listening) => {
    tiles.listen(port, '127.0.0.1', listening);
  });
  return `${origin}/style.json`;
}

test.beforeAll(async () => {
  const file = join(import.meta.dirname, 'support/streets/nashville.pmtiles');
  own = await startServer(await freePort(), ['--basemap', file]);
  withService = await startServer(await freePort(), ['--map-style', await startTileService()]);
});
test.afterAll(() => {
  own?.stop();
  withService?.stop();
  tiles?.close();
});

/** A company with two jobs a few kilometers apart. Signs the browser in; returns the id of the first job. */
async function twoJobs(page: Page, request: APIRequestContext, app: string): Promise<string> {
  const account = { email: freshAddress(), password: 'ridge cap shingle' };
  const { token } = await (await request.post(`${app}/api/auth/local/signup`, { data: account })).json();
  const office = callerWith(request, String(token));
  await office.post(`${app}/api/auth/createNewAccountWithCompany`, {
    firstName: 'Ana',
    lastName: 'Ridge',
    location: 'Denver, CO',
    language: 'english',
    account_type: 'contractor',
    company_name: 'Ridge & Sons',
    position: 'Owner',
  });
  const place = { city: 'Nashville', state: 'TN' };
  const job = (form: object) => office.post<{ id: string }>(`${app}/api/jobs/create`, { ...place, ...form });
  const { id } = await job({ title: 'Whitaker re-roof', address: '700 Broadway', zip: '37203' });
  await job({ title: 'Bancroft hail repair', address: '700 Russell St', zip: '37206' });
  await page.addInitScript((value) => localStorage.setItem('ridgeline.token', value), String(token));
  return id;
}

/** The addresses outside of the server that the page asks for. */
function otherOrigins(page: Page, app: string): string[] {
  const others: string[] = [];
  page.on('request', (asked) => {
    const { origin, protocol } = new URL(asked.url());
    if (origin !== app && protocol.startsWith('http')) others.push(asked.url());
  });
  return others;
}

/** Remembers the letters that the page draws, with their font: the map draws its labels letter by letter. */
const rememberLetters = (page: Page) =>
  page.addInitScript(() => {
    const letters: Record<string, string> = {};
    Object.assign(window, { letters });
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const draw = Reflect.get(prototype, 'fillText') as (...shown: unknown[]) => void;
    prototype.fillText = function fillText(text, ...at) {
      letters[text] = this.font;
      draw.call(this, text, ...at);
    };
  });

const lettersDrawn = (page: Page) =>
  page.evaluate(() => (window as unknown as { letters: Record<string, string> }).letters);

/** In ms. On a busy machine, software WebGL takes seconds for a frame. */
const drawn = { timeout: 120_000 };

for (const [scheme, size] of [
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const)
  test(`the maps show the streets of the server’s own file, and load nothing from elsewhere (${scheme})`, {
    tag: `@${size}`,
  }, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const others = otherOrigins(page, own.app);
    await rememberLetters(page);
    const job = await twoJobs(page, request, own.app);

    await page.goto(`${own.app}/app/calendar?show=map`);
    const map = page.getByRole('region', { name: 'Job Map' });
    await expect(map.getByText('© OpenStreetMap')).toBeVisible();
    // Both jobs are in view, although the company is in another state.
    for (const name of ['Whitaker re-roof', 'Bancroft hail repair'])
      await expect(map.getByRole('button', { name })).toBeInViewport();
    await expect.poll(() => shownIn(page, 'roads_major'), drawn).toContain('Shingle Street');
    await expect.poll(() => shownIn(page, 'places_locality'), drawn).toContain('Nashville');
    await expect(map.getByText('US Census Bureau')).toHaveCount(0);
    await expectAccessible(page);

    await page.goto(`${own.app}/app/jobs/details/${job}`);
    const place = page.getByRole('region', { name: 'Map of 700 Broadway, Nashville, TN 37203', exact: true });
    await place.scrollIntoViewIfNeeded();
    await expect(place.getByText('© OpenStreetMap')).toBeVisible();
    await expect(place.getByRole('img', { name: 'Whitaker re-roof' })).toBeVisible();
    // Near enough for the names of streets.
    await expect.poll(() => shownIn(page, 'roads_labels_major'), drawn).toContain('Shingle Street');
    const letters = await lettersDrawn(page);
    for (const letter of 'ShingleStreet') expect(letters[letter], letter).toContain('Archivo Variable');
    expect(await page.evaluate(() => document.fonts.check('500 12px "Archivo Variable"'))).toBe(true);
    expect(others).toEqual([]);
  });

test('a map whose streets cannot be loaded shows states and cities, and says so', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await page.route('**/basemap.pmtiles*', (route) => route.abort('connectionfailed'));
  await twoJobs(page, request, own.app);
  await page.goto(`${own.app}/app/calendar?show=map`);
  const map = page.getByRole('region', { name: 'Job Map' });
  await expect(map.getByText('The streets could not be loaded.')).toBeVisible();
  await expect(map.getByText('US Census Bureau')).toBeVisible();
  await expect(map.getByRole('button', { name: 'Whitaker re-roof' })).toBeInViewport();
  await expectAccessible(page);
});

test('the maps show the streets of a tile service', { tag: '@desktop' }, async ({ page, request }) => {
  await twoJobs(page, request, withService.app);
  await page.goto(`${withService.app}/app/calendar?show=map`);
  const map = page.getByRole('region', { name: 'Job Map' });
  await expect(map.getByText('© The tile service')).toBeVisible();
  await expect(map.getByRole('button', { name: 'Whitaker re-roof' })).toBeInViewport();
  expect(tilesAsked).toContain('/style.json');
  expect(tilesAsked.filter((path) => path.endsWith('.png')).length).toBeGreaterThan(1);
});
