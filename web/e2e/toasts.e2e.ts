/** Toasts on a phone stay for up to 20 seconds: meanwhile everything that is pressed there can be reached. */
import type { Locator } from '@playwright/test';
import type { ChatRoom } from '../../bindings';
import { thumbFindings } from './support/accessibilityChecks';
import { caller } from './support/apiCaller';
import { expect, test } from './support/fixtures';

const office = 'marisol@summit-roofing.example';

const top = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN;
const bottom = async (what: Locator) => {
  const box = await what.boundingBox();
  return box === null ? Number.NaN : box.y + box.height;
};

test('a toast covers neither the actions of a job nor the field of a message', { tag: '@phone' }, async ({
  page,
  request,
  world,
}) => {
  await world.demo(office);
  const api = await caller(request, office);
  const { rooms } = await api.get<{ rooms: ChatRoom[] }>('/api/chat/rooms');
  const room = rooms.find(({ isOpen }) => isOpen);
  await page.goto('/app/jobs');
  const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await jobs.first().tap();
  await page.getByRole('button', { name: 'Mark Complete' }).tap();
  const toast = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });
  await expect(toast).toBeVisible();
  const again = page.getByRole('button', { name: 'Mark Incomplete' });
  await again.tap({ trial: true, timeout: 10_000 });
  const route = page.getByRole('link', { name: 'Route', exact: true });
  await expect.poll(async () => (await bottom(toast)) <= (await top(route))).toBe(true);

  await page.goBack();
  const newJob = page.getByRole('link', { name: 'New Job' });
  await newJob.tap({ trial: true, timeout: 10_000 });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).tap();
  await page.getByRole('main').locator(`a[href$="${room?.roomId}"]`).tap();
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.tap({ timeout: 10_000 });
  await expect(toast).toBeVisible();
  await expect.poll(async () => (await bottom(toast)) <= (await top(field))).toBe(true);
  expect(await thumbFindings(page)).toEqual([]);
  await toast.getByRole('button', { name: 'Undo' }).tap();
  await expect(toast).toHaveCount(0);
});
