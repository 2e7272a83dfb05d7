/** A subcontractor says when it is away; the contractor sees it in the date picker and while dragging. */
import { devices } from '@playwright/test';
import type { DayOff } from '../../bindings';
import { assignJob, caller, createJob } from './support/apiCaller';
import { twoFrames } from './support/bounded';
import { boxOf, middleOf } from './support/drag';
import { demoToken, expect, expectAccessible, middleOfMonth, test } from './support/fixtures';

const admin = 'marisol@summit-roofing.example';
const subcontractor = 'luis@rios-brothers.example';

/** The weekday of the week that begins around the middle of the next month: past days off are not shown. */
function nextMonth(weekday: number): string {
  const sunday = new Date(`${middleOfMonth(31)}T00:00:00Z`);
  sunday.setUTCDate(sunday.getUTCDate() - sunday.getUTCDay() + weekday);
  return sunday.toISOString().slice(0, 10);
}

const usDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test('a day off of a subcontractor reaches the date picker and the drags of its contractor', async ({
  page,
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'the contractor drags on a desktop');
  const [planned, away] = [nextMonth(2), nextMonth(4)];
  const office = await caller(request, admin);
  const rios = await caller(request, subcontractor);
  const job = await createJob(office);
  await office.post('/api/jobs/update/schedule', {
    jobId: job.id,
    startDate: planned,
    endDate: planned,
  });
  await assignJob(office, rios, job.id);

  // On a phone, in Spanish.
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'es-US' });
  const token = await demoToken(request, subcontractor);
  await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), token);
  const phone = await context.newPage();
  await phone.goto('/app/company/planning');
  await phone.getByText('Libre, con trabajo o lleno', { exact: true }).click();
  await phone.getByRole('button', { name: 'Guardar cuadrillas' }).click();
  await expect(phone.getByText('Sus cuadrillas y lo que comparte quedaron guardados.')).toBeVisible();
  await phone.getByRole('textbox', { name: 'Primer día libre' }).fill(usDay(away));
  await phone.getByRole('textbox', { name: 'Motivo' }).fill('Bautizo');
  await phone.getByRole('button', { name: 'Agregar días libres' }).click();
  await expect(phone.getByText('Bautizo')).toBeVisible();
  await expectAccessible(phone);
  await context.close();

  await world.demo(admin);
  await page.goto(`/app/jobs/${job.id}?view=edit`);
  await page.getByRole('textbox', { name: 'Start Date' }).click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^${Number(away.slice(8))} .*, Off$`) }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/app/calendar?grid=week&date=${away}`);
  const bar = page.locator('[data-job]').filter({ hasText: job.title }).first();
  await bar.hover({ trial: true });
  const box = await boxOf(bar);
  const { x } = await middleOf(page.locator(`[data-date="${away}"]`).first());
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, box.y + box.height / 2, { steps: 20 });
  await twoFrames(page);
  await expect(page.locator(`[data-date="${away}"][data-state]`)).toHaveAttribute('data-label', 'Off');
  await expect(page.getByText(/^Ríos Brothers.* does not work on/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();

  // The demo is shared by all tests.
  const { daysOff } = await rios.get<{ daysOff: DayOff[] }>('/api/company/daysOff');
  for (const { id, reason } of daysOff)
    if (reason === 'Bautizo') await rios.delete(`/api/company/daysOff/${id}`);
});
