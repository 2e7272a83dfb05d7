/** Changes without a network are queued on the phone, and arrive in order and once. */
import { emptyDay } from './support/appointments';
import { demoSignIn, expect, expectAccessible, test } from './support/fixtures';
import { cachedResponses } from './support/offlineCache';
import {
  aDay,
  addNote,
  addPhotos,
  admin,
  jobOf,
  line,
  look,
  mark,
  notesOf,
  orderOf,
  photosOf,
  places,
  saidIn,
  shown,
} from './support/outboxDay';
import { expectSignedOut, storeToken } from './support/session';

// A service worker of a test before would answer.
test.use({ reuseContext: false });

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('notes, photos, a message, a signature and a completion survive a reload and arrive once, in order', {
    tag: '@phone',
  }, async ({ page, context, request, world }) => {
    const day = await aDay(request);
    const { office, roof, order, room } = day;
    const at = places(day);
    const text = `Ridge board is rotten ${crypto.randomUUID().slice(0, 8)}`;
    await world.demo(admin);
    await look(page, day, 'notes', 'photos', 'room', 'order', 'list');
    await context.setOffline(true);

    await page.goto(at.notes);
    await addNote(page, text);
    await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Waiting to upload');
    await page.goto(at.photos);
    await addPhotos(page, 'valley.jpg', 'ridge.jpg');
    await expect(mark(page)).toHaveCount(2);
    await expect(page.getByRole('img', { name: 'ridge.jpg' })).toBeVisible();
    await page.goto(at.room);
    await page.getByRole('textbox', { name: 'Write a message' }).fill(text);
    await page.getByRole('textbox', { name: 'Write a message' }).press('Enter');
    await expect(page.getByRole('log')).toContainText('Waiting to upload');
    await page.goto(at.order);
    await shown(page, 'Sign off').click();
    await expect(mark(page).first()).toBeVisible();
    await page.goto(at.notes);
    await shown(page, 'Mark Complete').click();
    await expect(shown(page, 'Mark Incomplete')).toBeVisible();
    await expect(mark(page.getByRole('dialog'))).toHaveCount(2);

    await page.goto(at.list);
    await expect(line(page, '6 waiting to upload')).toBeVisible();
    await page.reload();
    await line(page, '6 waiting to upload').getByRole('button', { name: 'Show' }).click();
    const list = page.getByRole('dialog', { name: 'Waiting to upload' });
    await expect(list.getByRole('list', { name: 'Waiting to upload' }).getByRole('listitem')).toHaveText([
      new RegExp(`Note, ${roof.title}.*${text}`),
      /Photo/,
      /Photo/,
      new RegExp(`Message, Ríos.*${text}`),
      /Sign-off/,
      new RegExp(`Job complete, ${roof.title}`),
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.goto(at.photos);
    await expect(page.getByRole('figure').filter({ has: mark(page) })).toHaveCount(2);
    expect(await notesOf(office, roof.id)).toEqual([]);

    // It needs no action by the user.
    await context.setOffline(false);
    await expect(mark(page)).toHaveCount(0, { timeout: 60_000 });
    await expect.poll(async () => (await jobOf(office, roof.id)).status).toBe('complete');
    await page.goto(at.list);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(line(page, 'waiting to upload')).toHaveCount(0);
    const [notes, photos, messages] = [
      await notesOf(office, roof.id),
      await photosOf(office, roof.id),
      await saidIn(office, room.roomId, text),
    ];
    expect(notes.map(({ content }) => content)).toEqual([text]);
    expect(photos).toHaveLength(2);
    expect(messages).toHaveLength(1);
    expect((await orderOf(office, order.id)).signOffs).toHaveLength(1);
    const when = [...notes, ...photos, ...messages].map(({ dateInserted }) => Date.parse(dateInserted));
    const [first = 0, ...later] = when;
    expect(first).toBeLessThanOrEqual(Math.min(...later));
    expect(Math.max(...when)).toBe(Date.parse(messages[0]?.dateInserted ?? ''));
    await page.goto(at.notes);
    await expect(page.getByText(text)).toHaveCount(1);
    await page.goto(at.room);
    await expect(page.getByRole('log').getByText(text)).toHaveCount(1);
  });

  for (const anyway of [true, false])
    test(`a conflict with the office shows the current state, and is ${anyway ? 'overwritten' : 'discarded'}`, {
      tag: '@phone',
    }, async ({ page, context, request, world }) => {
      const day = await aDay(request);
      const { office, roof, order, payMore } = day;
      const at = places(day);
      await world.demo(admin);
      await look(page, day, 'order', 'notes', 'list');
      await context.setOffline(true);
      await page.goto(at.order);
      await shown(page, 'Sign off').click();
      await expect(mark(page)).toBeVisible();
      await page.goto(at.notes);
      await shown(page, 'Mark Complete').click();
      await expect(shown(page, 'Mark Incomplete')).toBeVisible();
      await expect(mark(page.getByRole('dialog'))).toBeVisible();

      const moved = emptyDay();
      await payMore(75);
      await office.post('/api/jobs/update/schedule', { jobId: roof.id, startDate: moved, endDate: moved });
      await context.setOffline(false);
      await page.goto(at.list);
      await line(page, '2 need your answer').getByRole('button', { name: 'Show' }).click();
      const list = page.getByRole('dialog', { name: 'Waiting to upload' });
      const row = (name: RegExp) =>
        list.getByRole('list', { name: 'Waiting to upload' }).locator('> li').filter({ hasText: name });
      const seen = (name: RegExp) => row(name).getByRole('region', { name: 'What you saw' });
      const now = (name: RegExp) => row(name).getByRole('region', { name: 'What it is now' });
      await expect(seen(/Sign-off/)).toContainText('Total $1,240.00');
      await expect(now(/Sign-off/)).toContainText('Total $1,500.00');
      await expect(seen(/Job complete/)).toContainText('Unscheduled');
      await expect(now(/Job complete/)).toContainText(moved.slice(0, 4));
      await expectAccessible(page);
      expect((await orderOf(office, order.id)).signOffs).toEqual([]);
      expect((await jobOf(office, roof.id)).status).toBe('active');

      const choice = anyway ? 'Do it anyway' : 'Keep theirs';
      for (const name of [/Sign-off/, /Job complete/]) {
        await row(name).getByRole('button', { name: choice }).click();
        await expect(row(name)).toHaveCount(0);
      }
      await expect(list).toContainText('Everything is uploaded');
      const signOffs = (await orderOf(office, order.id)).signOffs;
      expect(signOffs.map(({ changedSince }) => changedSince)).toEqual(anyway ? [false] : []);
      expect((await jobOf(office, roof.id)).status).toBe(anyway ? 'complete' : 'active');
    });

  test('a note for a job that was deleted meanwhile shows as refused, and keeps its text', {
    tag: '@phone',
  }, async ({ page, context, request, world }) => {
    const day = await aDay(request);
    const at = places(day);
    await world.demo(admin);
    await look(page, day, 'notes', 'list');
    await context.setOffline(true);
    await page.goto(at.notes);
    await addNote(page, 'Nobody finds this job any more.');
    await expect(mark(page)).toBeVisible();
    await day.office.post('/api/jobs/delete', { jobId: day.roof.id });
    await context.setOffline(false);
    await page.goto(at.list);
    await line(page, '1 needs your answer').getByRole('button', { name: 'Show' }).click();
    const list = page.getByRole('dialog', { name: 'Waiting to upload' });
    await expect(list).toContainText('Not uploaded');
    await expect(list.getByText('Nobody finds this job any more.')).toBeVisible();
    await list.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
    await expect(list).toContainText('Everything is uploaded');
  });

  test('signing out with queued entries offers to upload or discard them first', { tag: '@phone' }, async ({
    page,
    context,
    request,
  }) => {
    const day = await aDay(request);
    const at = places(day);
    await page.goto('/');
    // A separate session, because it is ended here.
    await storeToken(page, await demoSignIn(request, admin));
    await look(page, day, 'notes', 'list');
    await page.goto('/app/user/settings');
    await expect.poll(() => cachedResponses(page)).toContain('profile');
    await context.setOffline(true);
    await page.goto(at.notes);
    await addNote(page, 'Before the end of the day.');
    await expect(mark(page)).toBeVisible();
    await page.goto('/app/user/settings');
    const leave = page.getByRole('main').getByRole('button', { name: 'Log out' });
    const confirmation = page.getByRole('alertdialog', { name: '1 is not uploaded yet' });
    await leave.click();
    await confirmation.getByRole('button', { name: 'Stay' }).click();
    await expect(leave).toBeVisible();
    await leave.click();
    await confirmation.getByRole('button', { name: 'Upload first' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(line(page, '1 waiting to upload')).toBeVisible();
    await leave.click();
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expectSignedOut(page);
    await context.setOffline(false);
    await storeToken(page, await demoSignIn(request, admin));
    await page.goto(at.notes);
    await expect(page.getByRole('textbox', { name: /note/i })).toBeVisible();
    expect(await notesOf(day.office, day.roof.id)).toEqual([]);
  });
});

test('notes and photos are stored once when the network is lost before the response', async ({
  page,
  request,
  world,
}) => {
  const { office, roof } = await aDay(request);
  await world.demo(admin);
  const tried: string[] = [];
  for (const path of ['**/api/jobs/addNote', '**/api/jobs/uploadJobImage/*'])
    await page.route(path, async (route) => {
      const key = (await route.request().allHeaders())['idempotency-key'] ?? '';
      const first = !tried.includes(key);
      tried.push(key);
      if (!first) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
  await page.goto(`/app/jobs/${roof.id}?view=notes`);
  await addNote(page, 'Bring the long ladder.');
  await expect.poll(() => tried.length, { timeout: 60_000 }).toBe(2);
  await expect(mark(page)).toHaveCount(0);
  await expect(page.getByText('Bring the long ladder.')).toHaveCount(1);
  await page.goto(`/app/jobs/${roof.id}?view=images`);
  await addPhotos(page, 'valley.jpg', 'ridge.jpg');
  await expect.poll(() => tried.length, { timeout: 90_000 }).toBe(6);
  expect(new Set(tried).size).toBe(3);
  await expect(mark(page)).toHaveCount(0);
  expect((await notesOf(office, roof.id)).map(({ content }) => content)).toEqual(['Bring the long ladder.']);
  expect(await photosOf(office, roof.id)).toHaveLength(2);
});
