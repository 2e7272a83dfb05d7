/** Crew lanes: reassigning and moving jobs, by mouse and by keyboard. */
import type { APIRequestContext, Page } from '@playwright/test';

import type { Job } from '../../bindings';
import { twoFrames } from './support/bounded';
import { boxOf, middleOf, type Point } from './support/drag';
import { demoToken, expect, expectAccessible, test, type World } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';

/** A separate week, years away from the demo's jobs: Sunday to Saturday. */
const week = '/app/calendar?show=crews&date=2031-03-05';
const month = '/app/calendar?date=2031-03-05';
const [monday, tuesday, wednesday, thursday] = ['2031-03-03', '2031-03-04', '2031-03-05', '2031-03-06'];

async function office(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${await demoToken(request, admin)}` };
  const post = async (path: string, body: object) => {
    const answer = await request.post(path, { data: body, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const jobs = async (): Promise<Job[]> =>
    (await (await request.get('/api/jobs/myJobs/contractor', { headers })).json()).jobs;
  return {
    /** Creates a job on these days, assigned to a new crew; returns its title. */
    async job(crew: { id: string } | null, startDate: string | null, endDate = startDate): Promise<string> {
      const title = `Lane job ${crypto.randomUUID().slice(0, 8)}`;
      const { id } = await post('/api/jobs/create', { title, city: 'Nashville', state: 'TN' });
      if (startDate !== null) await post('/api/jobs/update/schedule', { jobId: id, startDate, endDate });
      const { jobCrewTableId } = (await jobs()).find((one) => one.id === id) as Job;
      const assigned = { jobCrewTableId, customCrewId: crew?.id, customCrewMemberId: null, isCustom: true };
      if (crew !== null) await post('/api/jobs/update/assign/custom', assigned);
      return title;
    },
    async crew(): Promise<{ id: string; name: string }> {
      const name = `Crew ${crypto.randomUUID().slice(0, 6)}`;
      return (await post('/api/custom_crews/create', { name })).crew;
    },
    stored: (title: string) => async () => {
      const job = (await jobs()).find((one) => one.title === title);
      return [job?.customSubcontractorName ?? job?.companyInfo?.name, job?.startDate, job?.endDate];
    },
  };
}

type Days = readonly [startDate: string | null, endDate?: string];

/** Creates a crew with a job on each of these days, and opens the page. The title is that of the first job. */
async function plan(
  { page, request, world }: { page: Page; request: APIRequestContext; world: World },
  at: string,
  first: Days,
  ...others: readonly Days[]
) {
  const summit = await office(request);
  const crew = await summit.crew();
  const title = await summit.job(crew, ...first);
  for (const days of others) await summit.job(crew, ...days);
  await world.demo(admin);
  await page.goto(at);
  return { summit, crew, title };
}

const laneOf = (page: Page, name: string) => page.locator('[data-lane]').filter({ hasText: name });
const barIn = (page: Page, lane: string, title: string) =>
  laneOf(page, lane).locator('[data-job]').filter({ hasText: title });

/** The middle of a day in a lane, below its bars. */
async function dayIn(page: Page, lane: string, column: number): Promise<Point> {
  const days = await boxOf(page.locator('[data-days]'));
  const row = await boxOf(laneOf(page, lane));
  return { x: days.x + (days.width * (column + 0.5)) / 7, y: row.y + row.height - 12 };
}

async function lift(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 15 });
  await twoFrames(page);
}

/** Scrolls a lane away from the edges, where a drag would scroll the list. */
const center = (page: Page, lane: string): Promise<void> =>
  laneOf(page, lane).evaluate((row) => row.scrollIntoView({ block: 'center' }));

async function middle(page: Page, lane: string, title: string): Promise<Point> {
  // A drag starts at an element that is not covered.
  await barIn(page, lane, title).hover({ trial: true });
  return middleOf(barIn(page, lane, title));
}

test('a job is dragged to a subcontractor, who has to accept it, and to other days at once', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'only desktops have lanes');
  const { summit, crew, title } = await plan({ page, request, world }, week, [monday]);
  await expect(barIn(page, crew.name, title)).toBeVisible();
  await expect(laneOf(page, crew.name)).toContainText('1 job, 1 day');
  await expectAccessible(page);

  await lift(page, await middle(page, crew.name, title), await dayIn(page, 'Ríos Brothers', 3));
  await expect(page.getByRole('status').filter({ hasText: /^Ríos Brothers RoofingWed Mar 5/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await summit.stored(title)()).toEqual([crew.name, monday, monday]);

  await lift(page, await middle(page, crew.name, title), await dayIn(page, 'Ríos Brothers', 3));
  await page.mouse.up();
  const confirmation = page.getByRole('alertdialog', { name: `Give “${title}” to Ríos Brothers Roofing?` });
  await expect(confirmation).toContainText('Ríos Brothers Roofing will be asked to accept it.');
  await confirmation.getByRole('button', { name: 'Yes, give it' }).click();
  await expect.poll(summit.stored(title)).toEqual(['Ríos Brothers Roofing', wednesday, wednesday]);
  await expect(barIn(page, 'Ríos Brothers', title)).toContainText('pending acceptance');

  await page.reload();
  await expect(barIn(page, 'Ríos Brothers', title)).toBeVisible();
  await expect(page).toHaveURL(/show=crews/);
});

test('dragging a job to days on which its crew is busy shows a warning, and is possible', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'only desktops have lanes');
  const days = [[monday], [wednesday, thursday]] as const;
  const { summit, crew, title } = await plan({ page, request, world }, week, ...days);
  await expect(barIn(page, crew.name, title)).toBeVisible();
  await center(page, crew.name);
  await lift(page, await middle(page, crew.name, title), await dayIn(page, crew.name, 3));
  const warning = `${crew.name} already has 1 job on these days.`;
  await expect(page.getByText(warning)).toBeVisible();
  await page.mouse.up();
  // It disappears after a while.
  await expect(page.locator('.mantine-Notification-root').filter({ hasText: warning })).toBeVisible();
  await expect.poll(summit.stored(title)).toEqual([crew.name, wednesday, wednesday]);
  await expect(laneOf(page, crew.name)).toContainText('2 jobs overlap');
  await expect(barIn(page, crew.name, title)).toContainText(warning);
  await expectAccessible(page);

  // The month grid warns as well.
  await page.goto(month);
  const bar = page.locator('[data-job]').filter({ hasText: title });
  await bar.hover({ trial: true });
  const from = await boxOf(bar);
  const to = await boxOf(page.locator(`[data-date="${thursday}"]`));
  await lift(page, { x: from.x + 40, y: from.y + 12 }, { x: to.x + 40, y: from.y + 16 });
  await expect(page.getByText(warning)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

test('dragging a card of the strip over days on which its crew is busy shows a warning, and it can be dropped', async ({
  page,
  request,
  world,
}) => {
  test.skip(world.phone, 'the strip is for desktops');
  const days = [[null], [wednesday, thursday]] as const;
  const { summit, crew, title } = await plan({ page, request, world }, month, ...days);
  const card = page.locator('[data-strip] [data-job]').filter({ hasText: title });
  await card.scrollIntoViewIfNeeded();
  await card.hover({ trial: true });
  const at = await boxOf(card);
  const to = await boxOf(page.locator(`[data-date="${wednesday}"]`));
  const free = await boxOf(page.locator(`[data-date="${monday}"]`));
  const warning = `${crew.name} already has 1 job on these days.`;
  await lift(page, { x: at.x + 60, y: at.y + 20 }, { x: to.x + 60, y: to.y + to.height - 20 });
  await expect(page.getByText(warning)).toBeVisible();
  // On a free day the warning disappears.
  await page.mouse.move(free.x + 60, free.y + free.height - 20, { steps: 10 });
  await expect(page.getByText(warning)).toBeHidden();
  await page.mouse.move(to.x + 60, to.y + to.height - 20, { steps: 10 });
  await expect(page.getByText(warning)).toBeVisible();
  await page.mouse.up();
  await expect(page.locator('.mantine-Notification-root').filter({ hasText: warning })).toBeVisible();
  await expect.poll(summit.stored(title)).toEqual([crew.name, wednesday, wednesday]);
});

test('the keyboard moves, resizes and reassigns a job', async ({ page, request, world }) => {
  test.skip(world.phone, 'only desktops have lanes');
  const { summit, crew, title } = await plan({ page, request, world }, week, [monday]);
  const bar = barIn(page, crew.name, title);
  await bar.focus();
  await bar.press('ArrowRight');
  await bar.press('Shift+ArrowRight');
  await expect.poll(summit.stored(title)).toEqual([crew.name, tuesday, wednesday]);
  await expect(bar).toBeFocused();

  await bar.press('ArrowUp');
  const announcement = page.getByRole('status').filter({ hasText: /Enter to give them the job/ });
  await expect(announcement).toBeAttached();
  const other =
    ((await announcement.textContent()) ?? '')
      .replace(/^.* on these days\. /, '')
      .split('. Press Enter')[0] ?? '';
  await bar.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, give it' }).click();
  await expect.poll(summit.stored(title)).toEqual([other, tuesday, wednesday]);
  await expect(barIn(page, other, title)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(title);
});

test('a job without dates is dropped on a day of a crew', async ({ page, request, world }) => {
  test.skip(world.phone, 'only desktops have lanes');
  const summit = await office(request);
  const crew = await summit.crew();
  const title = await summit.job(null, null);
  await world.demo(admin);
  await page.goto(week);
  const card = page.locator('[data-strip] [data-job]').filter({ hasText: title });
  await card.scrollIntoViewIfNeeded();
  await center(page, crew.name);
  await card.hover({ trial: true });
  const at = await boxOf(card);
  await lift(page, { x: at.x + 60, y: at.y + 20 }, await dayIn(page, crew.name, 2));
  await page.mouse.up();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, give it' }).click();
  await expect.poll(summit.stored(title)).toEqual([crew.name, tuesday, tuesday]);
  await expect(barIn(page, crew.name, title)).toBeVisible();
});

test('a phone shows the jobs of each crew on a day', async ({ page, request, world }) => {
  test.skip(!world.phone, 'desktops show the lanes');
  const { crew, title } = await plan({ page, request, world }, week, [wednesday]);
  const lane = page.getByRole('region', { name: crew.name });
  await expect(lane).toContainText(title);
  await expectAccessible(page);
  await lane.getByRole('button', { name: title }).click();
  await expect(page.getByRole('dialog')).toContainText(title);
});
