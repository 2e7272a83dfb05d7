/** Accessibility of every page: contrast, screen readers, large text, narrow windows, touch targets. */
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
// Each test checks dozens of pages twice, which takes long on a busy machine.
test.describe.configure({ timeout: 900_000 });

/** The first width is a phone, or a desktop of 1280 px at 400 %; the other is a desktop of 1440 px at 200 %. */
const widths = [320, 720] as const;
const schemes = ['light', 'dark'] as const;

interface Walk {
  page: Page;
  phone: boolean;
  stops: readonly SitemapEntry[];
  ids?: EntityIds;
  /** Pages that an admin sees, too: each is checked at one width and in one scheme, alternating, and by axe as well. */
  again?: boolean;
}

const nameOf = (act: PageAction): string =>
  typeof act === 'string' || act instanceof RegExp ? String(act) : Object.values(act).join(' ');

async function walk({ page, phone, stops, ids = {}, again = false }: Walk): Promise<string[]> {
  const walker = new Walker(page, ids);
  const found: string[] = [];
  let at = 0 as 0 | 1;

  const measured = async (first: boolean): Promise<[string, string[]][]> => {
    if (!phone) return [[schemes[at], await axeFindings(page, first ? 'all' : 'colors')]];
    const found: [string, string[]][] = [[`at ${widths[at]} px`, await sidewaysFindings(page)]];
    if (at === 0) found.push(['for a thumb', await thumbFindings(page)]);
    if (again) found.push([`by axe, ${schemes[at]}`, await axeFindings(page, 'phone')]);
    return found;
  };
  const turn = async (to: 0 | 1) => {
    at = to;
    if (phone) await page.setViewportSize({ width: widths[at], height: 844 });
    if (!phone || again) await page.emulateMedia({ colorScheme: schemes[at] });
  };

  await turn(0);
  for (const stop of stops) {
    if (stop.on === (phone ? 'desk' : 'phone')) continue;
    // A panel is opened at the width at which it is checked, because a resize may close it.
    const once = again || (phone && stop.press !== undefined);
    if (once) await turn(again && at === 0 ? 1 : 0);
    await walker.go(stop);
    const findings = await measured(true);
    if (!once) {
      // The next page starts at the current width or scheme, to save a render.
      await turn(at === 0 ? 1 : 0);
      await walker.atRest();
      findings.push(...(await measured(false)));
    }
    const place = [stop.route, stop.query, ...(stop.press ?? []).map(nameOf)].filter(Boolean).join(' ');
    found.push(...findings.flatMap(([how, problems]) => problems.map((each) => `${place}, ${how}: ${each}`)));
  }
  return found;
}

test('the checks find small touch targets, overflow and low contrast', async ({ page }) => {
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
    test(`the pages before the sign-in are accessible, in ${name}`, async ({ page, request, world }) => {
      test.skip(name === 'Spanish' && !world.phone, 'Spanish differs in text length only, not in colors');
      const ids = await publishCompany(request, whitney);
      expect(await walk({ page, phone: world.phone, stops: publicPages, ids })).toEqual([]);
    });
  });

test('onboarding is accessible', async ({ page, request, world }) => {
  const data = { email: freshAddress(), password: 'ridge cap shingle' };
  const { token } = await (await request.post('/api/auth/local/signup', { data })).json();
  await page.addInitScript((value) => localStorage.setItem('ridgeline.token', value), token);
  expect(await walk({ page, phone: world.phone, stops: onboardingPages })).toEqual([]);
});

test('the imports of a new company and their popups are accessible', async ({ page, world }) => {
  const company = await world.company();
  await company.signIn();
  expect(await walk({ page, phone: world.phone, stops: importPages })).toEqual([]);
});

test('the page that waits for a verified address is accessible', async ({ browser, world }) => {
  const own = await startServer(await freePort(), ['--require-verified-email', 'on']);
  const context = await browser.newContext({ baseURL: own.app });
  try {
    const data = { email: freshAddress(), password: 'ridge cap shingle' };
    const { token } = await (await context.request.post('/api/auth/local/signup', { data })).json();
    await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), token);
    const page = await context.newPage();
    expect(await walk({ page, phone: world.phone, stops: verificationPages })).toEqual([]);
  } finally {
    await context.close();
    own.stop();
  }
});

for (const [name, stops] of Object.entries(admin))
  test(`the pages of a contractor’s admin are accessible: ${name}`, async ({ page, request, world }) => {
    await world.demo(marisol);
    const ids = await entityIdsOf(request, marisol);
    expect(await walk({ page, phone: world.phone, stops, ids })).toEqual([]);
  });

test('the pages of a member are accessible in Spanish, with reasons for what is not allowed', {
  tag: '@phone',
}, async ({ page, request, world }) => {
  await world.demo(dalia);
  const ids = await entityIdsOf(request, marisol);
  expect(await walk({ page, phone: world.phone, stops: member, ids, again: true })).toEqual([]);
});

test('the pages of a subcontractor are accessible in Spanish', { tag: '@phone' }, async ({
  page,
  request,
  world,
}) => {
  await world.demo(luis);
  const ids = await entityIdsOf(request, luis);
  expect(await walk({ page, phone: world.phone, stops: subcontractor, ids, again: true })).toEqual([]);
});
