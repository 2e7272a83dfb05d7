/** A job that is made without a network, with what is added to it, and an appointment that is moved meanwhile. */
import {
  anAppointmentOf,
  createOnPhone,
  jobsNamed,
  moveOnPhone,
  startOf,
  waiting,
} from './support/brokenDay';
import { demoSignIn, expect, expectAccessible, test } from './support/fixtures';
import { isCachedWith } from './support/offlineCache';
import { aDay, addNote, addPhotos, admin, line, look, mark, notesOf, photosOf } from './support/outboxDay';
import { storeToken } from './support/session';

test.use({ serviceWorkers: 'allow', reuseContext: false });

test('a job made without a network, its photos and its note arrive once, and its page goes on under its id', {
  tag: '@phone',
}, async ({ page, context, request, world }) => {
  const day = await aDay(request);
  const { office } = day;
  const meeting = await anAppointmentOf(office);
  const title = `Whitaker re-roof ${crypto.randomUUID().slice(0, 8)}`;
  await world.demo(admin);
  await look(page, day, 'list', 'notes', 'photos');
  await page.goto(meeting.page);
  await expect.poll(() => isCachedWith(page, '["appointments"]', meeting.id)).toBe(true);
  await page.goto('/app/jobs/new');
  await expect(page.getByLabel(/^Title/)).toBeVisible();
  await context.setOffline(true);

  await createOnPhone(page, title);
  const address = new URL(page.url()).pathname;
  await expect(mark(page.getByRole('dialog', { name: title }))).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${address}?view=images`);
  await addPhotos(page, 'valley.jpg', 'ridge.jpg');
  await expect.poll(async () => (await waiting(page)).length).toBe(3);
  await page.goto(`${address}?view=notes`);
  await addNote(page, 'The dog bites.');
  await expect(page.getByRole('listitem').filter({ hasText: 'The dog bites.' })).toContainText(
    'Waiting to upload',
  );
  await moveOnPhone(page, meeting, '13:15');
  // The form closes at the press, and no person leaves the page in the milliseconds until the move is stored.
  await expect.poll(async () => (await waiting(page)).length).toBe(5);
  await page.goto(`/app/jobs?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole('link', { name: title })).toContainText('Waiting to upload');
  await expect(line(page, '5 waiting to upload')).toBeVisible();
  await page.goto(`${address}?view=notes`);
  await page.getByRole('textbox', { name: /note/i }).fill('Still typing');
  expect(await jobsNamed(office, title)).toEqual([]);

  await context.setOffline(false);
  await expect(page).not.toHaveURL(new RegExp(address), { timeout: 60_000 });
  await expect(page.getByRole('textbox', { name: /note/i })).toHaveValue('Still typing');
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toEqual([]);
  const [job, ...others] = await jobsNamed(office, title);
  expect(others).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(`/app/jobs/${job?.id}`);
  expect((await notesOf(office, job?.id ?? '')).map(({ content }) => content)).toEqual(['The dog bites.']);
  expect(await photosOf(office, job?.id ?? '')).toHaveLength(2);
  expect(await startOf(office, meeting)).toBe(`${meeting.day}T18:15:00Z`);
  await expect(page.getByText('The dog bites.')).toHaveCount(1);
});

test('a job that the server refuses shows why, and is corrected with its note', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  const day = await aDay(request);
  const { office } = day;
  const title = `Okafor garage ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/');
  await storeToken(page, await demoSignIn(request, admin));
  await look(page, day, 'list');
  await page.goto('/app/jobs/new');
  await expect(page.getByLabel(/^Title/)).toBeVisible();
  await context.setOffline(true);
  await createOnPhone(page, title);
  await page.goto(`${new URL(page.url()).pathname}?view=notes`);
  await addNote(page, 'Behind it.');
  await expect.poll(async () => (await waiting(page)).length).toBe(2);

  let refuses = true;
  await context.route('**/api/jobs/create', (route) => {
    if (!refuses) return route.continue();
    const error = { code: 'validation', message: 'This title is taken.', fields: [] };
    return route.fulfill({ status: 422, json: { error } });
  });
  await context.setOffline(false);
  await page.goto('/app/jobs');
  await expect(line(page, '1 waiting to upload')).toContainText('1 needs your answer');
  await line(page, '1 waiting to upload').getByRole('button', { name: 'Show' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting to upload' });
  await expect(list).toContainText('This title is taken.');
  await expect(list).toContainText('Behind it.');
  await expectAccessible(page);
  refuses = false;
  await list.getByRole('link', { name: 'Correct it' }).click();
  await page.getByLabel(/^Title/).fill(`${title} 2`);
  await page.getByRole('button', { name: 'Create job' }).click();
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toEqual([]);
  const [job] = await jobsNamed(office, `${title} 2`);
  expect((await notesOf(office, job?.id ?? '')).map(({ content }) => content)).toEqual(['Behind it.']);
  expect(await jobsNamed(office, title)).toEqual([]);
});
