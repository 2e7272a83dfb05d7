/** Every page of the app for everybody: contrast, screen readers, large text, narrow windows, touch targets. */
import type { Page } from '@playwright/test';
import { axeFindings, sidewaysFindings, thumbFindings } from './support/accessibilityChecks';
import { expect, freshAddress, test } from './support/fixtures';
import { freePort, startServer } from './support/ownServer';
import {
  admin,
  importPages,
  member,
  onboardingPages,
  type PageAction,
  publicPages,
  type SitemapEntry,
  subcontractor,
  verificationPages,
} from './support/sitemap';
import { type EntityIds, entityIdsOf, publishCompany, Walker } from './support/walker';

const [marisol, dalia, luis, whitney] = [
  'marisol@summit-roofing.example',
  'dalia@summit-roofing.example',
  'luis@rios-brothers.example',
  'whitney@harpeth-exteriors.example',
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// A walk leads through dozens of places, each looked at twice: on a busy machine it is long, not stuck.
test.describe.configure({ timeout: 900_000 });

/** The first is a phone and a desktop of 1280 px at 400 %, the other a desktop of 1440 px at 200 %. */
const widths = [320, 720] as const;
const schemes = ['light', 'dark'] as const;

interface Walk {
  page: Page;
  phone: boolean;
  stops: readonly SitemapEntry[];
  things?: EntityIds;
  /** Colors are the same for everybody: who comes second sees each place in one theme, the next in the other. */
  again?: boolean;
}

const saidOf = (act: PageAction): string =>
  typeof act === 'string' || act instanceof RegExp ? String(act) : Object.values(act).join(' ');

async function walk({ page, phone, stops, things = {}, again = false }: Walk): Promise<string[]> {
  const walker = new Walker(page, things);
  const found: string[] = [];
  let at = 0 as 0 | 1;

  const measured = async (first: boolean): Promise<[string, string[]][]> => {
    if (!phone) return [[schemes[at], await axeFindings(page, first ? undefined : 'colors')]];
    const sideways: [string, string[]] = [`at ${widths[at]} px`, await sidewaysFindings(page)];
    return at === 0 ? [sideways, ['for a thumb', await thumbFindings(page)]] : [sideways];
  };
  const turn = async (to: 0 | 1) => {
    at = to;
    if (phone) await page.setViewportSize({ width: widths[at], height: 844 });
    else await page.emulateMedia({ colorScheme: schemes[at] });
  };

  await turn(0);
  for (const stop of stops) {
    if (stop.on === (phone ? 'desk' : 'phone')) continue;
    // What is opened is opened in the width that it is looked at in: nobody turns their phone meanwhile.
    const once = phone ? stop.press !== undefined : again;
    if (once) await turn(phone || at === 1 ? 0 : 1);
    await walker.go(stop);
    const told = await measured(true);
    if (!once) {
      // The next stop begins as this one ends, so that nothing is drawn twice.
      await turn(at === 0 ? 1 : 0);
      await walker.atRest();
      told.push(...(await measured(false)));
    }
    const place = [stop.route, stop.asked, ...(stop.press ?? []).map(saidOf)].filter(Boolean).join(' ');
    found.push(...told.flatMap(([how, findings]) => findings.map((each) => `${place}, ${how}: ${each}`)));
  }
  return found;
}

test('what is too small, too wide or too pale is found where it is', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(`<!doctype html><html lang="en"><title>Roof</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>Roof</h1>
    <button style="width: 30px; height: 44px">x</button>
    <p>A line with a <a href="#roof">link</a></p>
    <p style="color: #bbb; background: #fff">Pale</p>
    <div style="width: 400px">Wide</div>
    <div style="overflow: auto" tabindex="0"><div style="width: 700px">Wider</div></div>
    <div style="overflow: auto" tabindex="0" data-sideways><div style="width: 700px">A strip</div></div></main></html>`);
  expect(await thumbFindings(page)).toEqual([expect.stringContaining('30×44')]);
  expect(await axeFindings(page, 'colors')).toEqual([expect.stringContaining('color-contrast')]);
  const sideways = await sidewaysFindings(page);
  expect(sideways[0]).toContain('the page is');
  expect(sideways.filter((each) => each.startsWith('a region'))).toEqual([expect.stringContaining('Wider')]);
});

for (const [name, locale] of [
  ['English', 'en-US'],
  ['Spanish', 'es-US'],
] as const)
  test.describe(name, () => {
    test.use({ locale });
    test(`before the sign-in nothing keeps anybody out, in ${name}`, async ({ page, request, world }) => {
      test.skip(name === 'Spanish' && !world.phone, 'longer words need more room, and no other colors');
      const things = await publishCompany(request, whitney);
      expect(await walk({ page, phone: world.phone, stops: publicPages, things })).toEqual([]);
    });
  });

test('the first day of an account keeps nobody out', async ({ page, request, world }) => {
  const data = { email: freshAddress(), password: 'ridge cap shingle' };
  const { token } = await (await request.post('/api/auth/local/signup', { data })).json();
  await page.addInitScript((kept) => localStorage.setItem('ridgeline.token', kept), token);
  expect(await walk({ page, phone: world.phone, stops: onboardingPages })).toEqual([]);
});

test('a company that begins brings its lists in, and what is told of it is for everybody', async ({
  page,
  world,
}) => {
  const company = await world.company();
  await company.signIn();
  expect(await walk({ page, phone: world.phone, stops: importPages })).toEqual([]);
});

test('who waits for the proof of an address is kept out by nothing else', async ({ browser, world }) => {
  const own = await startServer(await freePort(), ['--require-verified-email', 'on']);
  const context = await browser.newContext({ baseURL: own.app });
  try {
    const data = { email: freshAddress(), password: 'ridge cap shingle' };
    const { token } = await (await context.request.post('/api/auth/local/signup', { data })).json();
    await context.addInitScript((kept) => localStorage.setItem('ridgeline.token', kept), token);
    const page = await context.newPage();
    expect(await walk({ page, phone: world.phone, stops: verificationPages })).toEqual([]);
  } finally {
    await context.close();
    own.stop();
  }
});

for (const [name, stops] of Object.entries(admin))
  test(`the office of a contractor is for everybody: ${name}`, async ({ page, request, world }) => {
    await world.demo(marisol);
    const things = await entityIdsOf(request, marisol);
    expect(await walk({ page, phone: world.phone, stops, things })).toEqual([]);
  });

test('a member who reads Spanish comes everywhere and sees what they may not do', async ({
  page,
  request,
  world,
}) => {
  await world.demo(dalia);
  const things = await entityIdsOf(request, marisol);
  expect(await walk({ page, phone: world.phone, stops: member, things, again: true })).toEqual([]);
});

test('a subcontractor who reads Spanish comes everywhere', async ({ page, request, world }) => {
  await world.demo(luis);
  const things = await entityIdsOf(request, luis);
  expect(await walk({ page, phone: world.phone, stops: subcontractor, things, again: true })).toEqual([]);
});
