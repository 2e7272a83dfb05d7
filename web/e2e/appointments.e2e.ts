/** Appointments with customers: created, moved, completed and deleted, in the time zone of the company. */
import type { Customer } from '../../bindings';
import {
  appointmentBox,
  dropPoint,
  emptyDays,
  grabPoint,
  marisol,
  nameOf,
  onlyAppointment,
  slot,
} from './support/appointments';
import { boxOf, drag, longDrag, middleOf } from './support/drag';
import { expect, expectAccessible, test } from './support/fixtures';

/** '06/18/2031', the date format of the page. */
const written = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

test('an appointment is created by a click, moved and resized with the mouse, and is there after a reload', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'fingers have the form; see the next journey');
  const office = await world.demo(marisol);
  const customer = (await office.customers()).find(({ address }) => address !== null) as Customer;
  const { day, next, week } = await emptyDays(office);
  await page.goto(week);
  await expect(page.getByText(/No appointments on these days/)).toBeVisible();
  await expectAccessible(page);

  const half = await slot(page, day, '09:30');
  await page.mouse.click(half.x, half.y);
  const panel = page.getByRole('dialog', { name: 'New appointment' });
  await expect(panel.getByText(`Ends Wednesday ${written(day)} at 10:00 AM`)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('combobox', { name: 'Customer' }).fill(nameOf(customer));
  await page.getByRole('option', { name: nameOf(customer) }).click();
  await expect(panel.getByLabel('Address')).toHaveValue(customer.address ?? '');
  await panel.getByRole('combobox', { name: 'Employee' }).click();
  await page.getByRole('option', { name: /Renee Okafor/ }).click();
  await panel.getByRole('button', { name: 'Create appointment' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('The appointment is on the calendar.')).toBeVisible();
  await expect(appointmentBox(page, nameOf(customer))).toBeVisible();
  await expect
    .poll(() => onlyAppointment(office, day))
    .toMatchObject({ start: `${day}T14:30:00Z`, end: `${day}T15:00:00Z` });

  await drag(page, await grabPoint(page, nameOf(customer)), await dropPoint(page, next, '11:00'));
  await expect
    .poll(() => onlyAppointment(office, day))
    .toMatchObject({ start: `${next}T16:00:00Z`, end: `${next}T16:30:00Z` });

  await appointmentBox(page, nameOf(customer)).hover({ trial: true });
  const box = await boxOf(appointmentBox(page, nameOf(customer)));
  const row = await boxOf(page.locator('[data-time="11:30:00"]').last());
  const edge = { x: box.x + box.width / 2, y: box.y + box.height - 3 };
  await page.mouse.move(edge.x, edge.y);
  await drag(page, edge, { x: edge.x, y: edge.y + row.height * 2 });
  await expect.poll(async () => (await onlyAppointment(office, day))?.end).toBe(`${next}T17:30:00Z`);
  await page.reload();
  await expect(appointmentBox(page, nameOf(customer))).toContainText('11 – 12:30');
  await expect(page).toHaveURL(/show=appointments&date=/);
});

test('the day view creates, moves and resizes an appointment, and a reload and the arrows show it there', async ({
  page,
  world,
}) => {
  test.skip(world.phone, 'phones have the agenda');
  const office = await world.demo(marisol);
  const customer = (await office.customers())[4] as Customer;
  const { day, next, alone } = await emptyDays(office);
  await page.goto(alone);
  await expect(page.getByText(/No appointments on these days/)).toBeVisible();
  const half = await slot(page, day, '08:30');
  await page.mouse.click(half.x, half.y);
  const panel = page.getByRole('dialog', { name: 'New appointment' });
  await expect(panel.getByText(`Ends Wednesday ${written(day)} at 9:00 AM`)).toBeVisible();
  await panel.getByRole('combobox', { name: 'Customer' }).fill(nameOf(customer));
  await page.getByRole('option', { name: nameOf(customer) }).click();
  await panel.getByRole('combobox', { name: 'Employee' }).click();
  await page.getByRole('option', { name: /Renee Okafor/ }).click();
  await panel.getByRole('button', { name: 'Create appointment' }).click();
  await expect(panel).toBeHidden();
  await expect.poll(() => onlyAppointment(office, day)).toMatchObject({ start: `${day}T13:30:00Z` });

  await drag(page, await grabPoint(page, nameOf(customer)), await dropPoint(page, day, '13:30'));
  await expect
    .poll(() => onlyAppointment(office, day))
    .toMatchObject({ start: `${day}T18:30:00Z`, end: `${day}T19:00:00Z` });
  await expectAccessible(page);

  await page.reload();
  await expect(appointmentBox(page, nameOf(customer))).toBeVisible();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(new RegExp(`date=${next}`));
  await expect(appointmentBox(page, nameOf(customer))).toBeHidden();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await appointmentBox(page, nameOf(customer)).click();
  await expect(page.getByRole('dialog', { name: nameOf(customer) })).toContainText(/Wed Jun \d+, 1:30/);
});

test.describe('on a large screen that is touched', () => {
  test.use({ hasTouch: true });

  test('a long press drags an appointment to another day and hour', async ({ page, world }) => {
    test.skip(world.phone, 'a phone has the agenda');
    const office = await world.demo(marisol);
    const customer = (await office.customers())[5] as Customer;
    const { day, next, week } = await emptyDays(office);
    await office.appointment({ customerId: customer.id, start: `${day}T14:30:00Z` });
    await page.goto(week);
    const from = await grabPoint(page, nameOf(customer));
    const lifted = page.locator('[class*="_dragged_"], [class*="_mirror_"]');
    await longDrag(
      page,
      from,
      () => dropPoint(page, next, '11:00'),
      () => expect(lifted.first()).toBeAttached(),
    );
    await expect
      .poll(() => onlyAppointment(office, day))
      .toMatchObject({ start: `${next}T16:00:00Z`, end: `${next}T16:30:00Z` });
  });
});

test('a long press drags a card of the agenda to another day, at the same hour', async ({ page, world }) => {
  test.skip(!world.phone, 'desktops have the hours');
  const office = await world.demo(marisol);
  const customer = (await office.customers())[6] as Customer;
  const { day, next, week } = await emptyDays(office);
  await office.appointment({ customerId: customer.id, start: `${day}T14:30:00Z` });
  await page.goto(week);
  await appointmentBox(page, nameOf(customer)).hover({ trial: true });
  const from = await middleOf(appointmentBox(page, nameOf(customer)));
  const to = await middleOf(page.locator(`button[data-drop="${next}"]`));
  await longDrag(page, from, to, () => expect(page.getByText('Drop it on another day')).toBeVisible());
  await expect
    .poll(() => onlyAppointment(office, day))
    .toMatchObject({ start: `${next}T14:30:00Z`, end: `${next}T15:00:00Z` });
  await expectAccessible(page);
  await page.reload();
  await page.locator(`button[data-drop="${next}"]`).click();
  await expect(page.locator(`[data-appointment][data-day="${next}"]`)).toContainText(nameOf(customer));
});

test('an appointment is moved, completed and deleted without dragging', async ({ page, world }) => {
  const office = await world.demo(marisol);
  const customer = (await office.customers())[1] as Customer;
  const { day, week } = await emptyDays(office);
  const id = await office.appointment({ customerId: customer.id, start: `${day}T14:30:00Z` });
  const stored = async () => (await office.appointments()).find((each) => each.id === id);
  await page.goto(week);
  await appointmentBox(page, nameOf(customer)).focus();
  await page.keyboard.press('Enter');
  const options = page.getByRole('dialog', { name: nameOf(customer) });
  await expect(options).toContainText(/Wed Jun \d+, 9:30\s–\s10:00\sAM/);
  await expectAccessible(page);

  await options.getByLabel(/Start time/).fill('13:15');
  await options.getByRole('textbox', { name: 'Length' }).fill('45');
  await options.getByRole('button', { name: 'Move' }).click();
  await expect.poll(stored).toMatchObject({ start: `${day}T18:15:00Z`, end: `${day}T19:00:00Z` });

  await appointmentBox(page, nameOf(customer)).click();
  await options.getByRole('button', { name: 'Complete', exact: true }).click();
  await options.getByRole('textbox', { name: 'Follow-up note' }).fill('Signed the estimate');
  await options.getByRole('button', { name: 'Complete appointment' }).click();
  await expect.poll(stored).toMatchObject({ status: 'complete', followUpNote: 'Signed the estimate' });

  await appointmentBox(page, nameOf(customer)).click();
  await expect(options.getByRole('button', { name: 'completed' })).toBeDisabled();
  await expect(options.getByText('Signed the estimate')).toBeVisible();
  await options.getByRole('button', { name: 'Delete appointment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(appointmentBox(page, nameOf(customer))).toBeHidden();
  await expect.poll(stored).toBe(undefined);
});

test('a move that the server refuses is reverted, with the reason', async ({ page, world }) => {
  test.skip(world.phone, 'fingers have the form');
  const office = await world.demo(marisol);
  const customer = (await office.customers())[2] as Customer;
  const { day, next, week } = await emptyDays(office);
  await office.appointment({ customerId: customer.id, start: `${day}T15:00:00Z`, lengthMinutes: 60 });
  await page.route('**/api/appointments/schedule/*', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: {
          code: 'conflict',
          message: 'You may not reschedule events which are marked as complete.',
        },
      },
    }),
  );
  await page.goto(week);
  const grab = await grabPoint(page, nameOf(customer));
  const before = await boxOf(appointmentBox(page, nameOf(customer)));
  await drag(page, grab, await slot(page, next, '14:00'));
  const popup = page.getByRole('alertdialog');
  await expect(popup).toContainText('You may not reschedule events which are marked as complete.');
  await popup.getByRole('button', { name: 'OK' }).click();
  await expect
    .poll(async () => (await boxOf(appointmentBox(page, nameOf(customer)))).x)
    .toBeCloseTo(before.x, 0);
  expect((await onlyAppointment(office, day))?.start).toBe(`${day}T15:00:00Z`);
});

test('a member who drags an appointment sees that only admins can move it', async ({ page, world }) => {
  test.skip(world.phone, 'fingers have the form');
  await world.demo('dalia@summit-roofing.example');
  await page.goto('/app/calendar?show=appointments&grid=month');
  const first = page.locator('[data-appointment]').first();
  await first.hover({ trial: true });
  const from = await middleOf(first);
  await drag(page, from, { x: from.x + 220, y: from.y + 120 });
  await expect(page.getByRole('alertdialog')).toContainText('Usted debe ser administrador para hacer esto');
});

test.describe('in a browser on the other side of the world', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('an appointment shows in the time zone of the company, and the page names that zone', async ({
    page,
    world,
  }) => {
    const office = await world.demo(marisol);
    const customer = (await office.customers())[3] as Customer;
    const { day, week } = await emptyDays(office);
    await office.appointment({ customerId: customer.id, start: `${day}T18:00:00Z` });
    await page.goto(week);
    await expect(page.getByText(/Times are in Central Time/)).toBeVisible();
    await appointmentBox(page, nameOf(customer)).click();
    const options = page.getByRole('dialog', { name: nameOf(customer) });
    await expect(options.getByLabel(/Start time/)).toHaveValue('13:00');
    await expectAccessible(page);
  });
});

test('a subcontractor who opens the address of the appointments sees the jobs', async ({ page, world }) => {
  await world.demo('luis@rios-brothers.example');
  await page.goto('/app/calendar?show=appointments');
  await expect(page.locator('[data-job]').first()).toBeVisible();
  await expect(page).not.toHaveURL(/show=appointments/);
});
