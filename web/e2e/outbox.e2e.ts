/** What is done without a network: it is queued on the phone, and arrives in order and once. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';

import type { ChatMessage, ChatRoom, Job, JobImage, Note, WorkOrder } from '../../bindings';
import { type Caller, caller, createJob } from './support/apiCaller';
import { emptyDay } from './support/appointments';
import { demoSignIn, expect, expectAccessible, test } from './support/fixtures';
import { cachedResponses, cacheName, waitForServiceWorker } from './support/offlineCache';
import { photo } from './support/photo';

const admin = 'marisol@summit-roofing.example';

/** A roof with something to sign, and the room in which one writes to its crew. */
async function aDay(request: APIRequestContext) {
  const office = await caller(request, admin);
  const roof = await createJob(office);
  const { newWorkOrder: order } = await office.post<{ newWorkOrder: WorkOrder }>('/api/work_orders/create', {
    jobId: roof.id,
    title: '',
  });
  const pay = { title: 'Tear off two layers', description: '', quantity: 20, unitCost: 62 };
  const { item } = await office.post<{ item: { id: string } }>('/api/work_orders/addItem', {
    ...pay,
    workOrderId: order.id,
  });
  const { rooms } = await office.get<{ rooms: ChatRoom[] }>('/api/chat/rooms');
  const room = rooms.find(({ company }) => company.name.includes('Ríos')) as ChatRoom;
  const payMore = (unitCost: number) =>
    office.post('/api/work_orders/updateItem', { ...pay, unitCost, id: item.id, workOrderId: order.id });
  return { office, roof, order, room, payMore };
}

type Day = Awaited<ReturnType<typeof aDay>>;

const places = ({ roof, order, room }: Pick<Day, 'roof' | 'order' | 'room'>) => ({
  notes: `/app/jobs/${roof.id}?view=notes`,
  photos: `/app/jobs/${roof.id}?view=images`,
  room: `/app/messages/${room.roomId}`,
  order: `/app/work_order/${order.id}`,
  list: '/app/jobs',
});

/** Looks at all of it once, so that the phone has it on the roof. */
async function look(page: Page, day: Day): Promise<void> {
  const at = places(day);
  const visits = [
    [at.notes, `["jobNotes","${day.roof.id}"]`],
    [at.photos, `["jobImages","${day.roof.id}"]`],
    [at.room, `["chat","thread","${day.room.roomId}"]`],
    [at.order, `["workOrders","one","${day.order.id}"]`],
    [at.list, '["jobs","list",{}]'],
  ] as const;
  for (const [path, name] of visits) {
    await page.goto(path);
    await expect.poll(() => cachedResponses(page), path).toContain(cacheName(name));
  }
  await waitForServiceWorker(page);
}

const shown = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

async function addNote(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /note/i }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
}

const addPhotos = async (page: Page, ...names: string[]) =>
  page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(
      await Promise.all(
        names.map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await photo(page) })),
      ),
    );

const notesOf = async (office: Caller, jobId: string) =>
  (await office.get<{ notes: Note[] }>(`/api/jobs/fetchNotes/${jobId}`)).notes;
const photosOf = async (office: Caller, jobId: string) =>
  (await office.get<{ imgs: JobImage[] }>(`/api/jobs/fetchImgs/${jobId}`)).imgs;
const jobOf = async (office: Caller, jobId: string) =>
  (await office.get<{ info: Job }>(`/api/jobs/job/${jobId}`)).info;
const orderOf = async (office: Caller, id: string) =>
  (await office.get<{ order: WorkOrder }>(`/api/work_orders/single/${id}`)).order;
const saidIn = async (office: Caller, roomId: string, text: string) =>
  (
    await office.get<{ messages: ChatMessage[] }>(`/api/chat/messages/room/${roomId}?read=false`)
  ).messages.filter(({ contents }) => contents === text);

const mark = (place: Page | Locator) => place.getByText('Waiting to upload', { exact: true });
const line = (page: Page, words: string) => page.getByRole('complementary', { name: words });

test.describe('on a roof', () => {
  test.use({ serviceWorkers: 'allow' });

  test('notes, photos, a message, a signature and a completion wait through a reload and arrive once, in order', async ({
    page,
    context,
    request,
    world,
  }) => {
    const day = await aDay(request);
    const { office, roof, order, room } = day;
    const at = places(day);
    const text = `Ridge board is rotten ${crypto.randomUUID().slice(0, 8)}`;
    await world.demo(admin);
    await look(page, day);
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

    // Nobody has to do anything.
    await context.setOffline(false);
    await expect(mark(page)).toHaveCount(0, { timeout: 60_000 });
    await expect.poll(async () => (await jobOf(office, roof.id)).status).toBe('complete');
    await page.goto(at.list);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(line(page, 'waiting to upload')).toHaveCount(0);
    const [notes, photos, said] = [
      await notesOf(office, roof.id),
      await photosOf(office, roof.id),
      await saidIn(office, room.roomId, text),
    ];
    expect(notes.map(({ content }) => content)).toEqual([text]);
    expect(photos).toHaveLength(2);
    expect(said).toHaveLength(1);
    expect((await orderOf(office, order.id)).signOffs).toHaveLength(1);
    const when = [...notes, ...photos, ...said].map(({ dateInserted }) => Date.parse(dateInserted));
    const [first = 0, ...later] = when;
    expect(first).toBeLessThanOrEqual(Math.min(...later));
    expect(Math.max(...when)).toBe(Date.parse(said[0]?.dateInserted ?? ''));
    await page.goto(at.notes);
    await expect(page.getByText(text)).toHaveCount(1);
    await page.goto(at.room);
    await expect(page.getByRole('log').getByText(text)).toHaveCount(1);
  });

  for (const anyway of [true, false])
    test(`what the office changed meanwhile is shown, and ${anyway ? 'done anyway' : 'left as it is'}`, async ({
      page,
      context,
      request,
      world,
    }) => {
      const day = await aDay(request);
      const { office, roof, order, payMore } = day;
      const at = places(day);
      await world.demo(admin);
      await look(page, day);
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

  test('a note for a job that was deleted meanwhile is told to be refused, and keeps its words', async ({
    page,
    context,
    request,
    world,
  }) => {
    const day = await aDay(request);
    const at = places(day);
    await world.demo(admin);
    await look(page, day);
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

  test('nobody signs out over what waits: it is uploaded first, or thrown away', async ({
    page,
    context,
    request,
  }) => {
    const day = await aDay(request);
    const at = places(day);
    // A session of its own, since it is ended here.
    const token = await demoSignIn(request, admin);
    await page.goto('/');
    await page.evaluate((kept) => localStorage.setItem('ridgeline.token', kept), token);
    await look(page, day);
    await page.goto('/app/user/settings');
    await expect.poll(() => cachedResponses(page)).toContain('profile');
    await context.setOffline(true);
    await page.goto(at.notes);
    await addNote(page, 'Before the end of the day.');
    await expect(mark(page)).toBeVisible();
    await page.goto('/app/user/settings');
    const leave = page.getByRole('main').getByRole('button', { name: 'Log out' });
    const asked = page.getByRole('alertdialog', { name: '1 is not uploaded yet' });
    await leave.click();
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(leave).toBeVisible();
    await leave.click();
    await asked.getByRole('button', { name: 'Upload first' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(line(page, '1 waiting to upload')).toBeVisible();

    await leave.click();
    await asked.getByRole('button', { name: 'Throw away' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await context.setOffline(false);
    await page.evaluate(
      (kept) => localStorage.setItem('ridgeline.token', kept),
      await demoSignIn(request, admin),
    );
    await page.goto(at.notes);
    await expect(page.getByRole('textbox', { name: /note/i })).toBeVisible();
    expect(await notesOf(day.office, day.roof.id)).toEqual([]);
  });
});

test('a network that is cut after the server has it leaves each note and each photo there once', async ({
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
