/** The morning of an office: seven tasks from the company screen, with the presses that each takes. */
import { type Page, test as plain } from '@playwright/test';

import type {
  Connection,
  Customer,
  Job,
  PurchaseOrder,
  Vendor,
  VendorContact,
  WorkOrder,
} from '../../bindings';
import type { Caller } from './support/apiCaller';
import { boxOf, middleOf } from './support/drag';
import { expect, expectAccessible, today } from './support/fixtures';
import { mailTo } from './support/mailbox';
import { jobOfToday, test } from './support/ownDemo';
import { documentedPresses } from './support/presses';

const admin = 'marisol@summit-roofing.example';

/** The demo's vendor with one contact. */
const vendorName = 'Volunteer Metals & Gutter';

const jobsOf = async (office: Caller) =>
  (await office.get<{ jobs: Job[] }>('/api/jobs/myJobs/contractor')).jobs;
const jobNamed = async (office: Caller, name: string) =>
  (await jobsOf(office)).find(({ title }) => title === name) as Job;

const isActiveOn = (day: string) => (job: Job) =>
  job.status === 'active' &&
  job.startDate !== null &&
  job.endDate !== null &&
  job.startDate <= day &&
  day <= job.endDate;

/** Three jobs are all that runs today; returns their titles. */
async function threeJobsToday(office: Caller): Promise<string[]> {
  for (const { id } of (await jobsOf(office)).filter(isActiveOn(today())))
    await office.post('/api/jobs/complete', { jobId: id, isActive: false });
  const titles = ['Fatherland re-roof', 'Shelby flashing', 'Eakin gutters'];
  for (const title of titles) await jobOfToday(office, title);
  return titles;
}

/** Records the numbers that are called, because this browser has no phone. */
const recordCalls = (page: Page) =>
  page.addInitScript(() => {
    const called = (event: Event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="tel:"]');
      if (link === null) return;
      event.preventDefault();
      document.documentElement.dataset.called = link.href;
    };
    window.addEventListener('click', called, true);
  });

/** The middle of today in the lane of a subcontractor. */
async function todayInLane(page: Page, name: string) {
  const days = await boxOf(page.locator('[data-days]'));
  const row = await boxOf(page.locator('[data-lane]').filter({ hasText: name }));
  const column = new Date(`${today()}T00:00:00Z`).getUTCDay();
  return { x: days.x + (days.width * (column + 0.5)) / 7, y: row.y + row.height - 12 };
}

plain(
  'no task takes more presses than before, and the middle one at most 60 % of them',
  {
    tag: '@desktop',
  },
  () => {
    const shares = documentedPresses().map(({ before, after }) => after / before);
    expect(shares.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
    shares.sort((one, other) => one - other);
    const middle = [(shares.length - 1) / 2, shares.length / 2].map((at) => shares[Math.floor(at)] ?? 1);
    expect(middle.reduce((sum, each) => sum + each, 0) / 2).toBeLessThanOrEqual(0.6);
  },
);

test('an office does its morning with as many presses as documented', { tag: '@desktop' }, async ({
  page,
  demo,
  presses: { press, drag, task },
}) => {
  const office = await demo.caller(admin);
  const wet = await threeJobsToday(office);
  const summit = (await office.get<{ user: { companyId: string } }>('/api/auth/fetchProfile')).user.companyId;
  const asking = await demo.newCompany('Copperline Gutters');
  await asking.post('/api/connections/connect', { senderId: null, recipientId: summit, message: 'Hello!' });
  await recordCalls(page);
  await demo.signIn(page, admin);
  const waiting = page.getByRole('region', { name: 'Waiting' });
  const start = async () => {
    await page.goto('/app/company');
    await expect(waiting).toBeVisible();
  };

  await start();
  await expectAccessible(page);
  await task('See who is late, and call the customer', async () => {
    const late = waiting.locator('[data-kind="overdue"] ul').getByRole('link').first();
    const title = (await late.locator('span').first().innerText()).trim();
    await press(late);
    await press(page.getByRole('dialog', { name: title }).getByRole('link', { name: /555-/ }));
    const { jobCustomer } = await jobNamed(office, title);
    const { customers } = await office.get<{ customers: Customer[] }>('/api/customers/find');
    const phone = customers.find(({ id }) => id === jobCustomer)?.phone;
    await expect(page.locator('html')).toHaveAttribute('data-called', `tel:${phone}`);
  });

  await start();
  await task('Find a work order that nobody has signed', async () => {
    await press(waiting.locator('[data-kind="signatures"] ul').getByRole('link').first());
    await expect(page).toHaveURL(/\/app\/work_order\//);
    await expect(page.getByRole('button', { name: 'Sign off' })).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { order } = await office.get<{ order: WorkOrder }>(`/api/work_orders/single/${id}`);
    expect(order.signOffs).toEqual([]);
  });

  await start();
  await task('Answer a request to connect', async () => {
    await press(waiting.getByRole('link', { name: /^Copperline Gutters/ }));
    await press(page.getByRole('button', { name: 'Accept Copperline Gutters' }));
    const path = `/api/connections/connections/${summit}`;
    await expect
      .poll(async () => {
        const list = await office.get<{ fullConnectionsDetails: Connection[] }>(path);
        return list.fullConnectionsDetails.find(({ companyDetails }) =>
          companyDetails.name.startsWith('Copper'),
        )?.accepted;
      })
      .toBe(true);
  });

  await start();
  await task('A call becomes a job with customer, days, crew and note', async () => {
    await press(page.getByRole('link', { name: 'New Job' }));
    const form = page.getByRole('dialog', { name: 'New Job' });
    await press(form.getByRole('button', { name: 'New customer' }));
    const [year, month, day] = today().split('-');
    const entries: [RegExp, string][] = [
      [/^First name/, 'Ngozi'],
      [/^Last name/, 'Okafor'],
      [/^Phone/, '615 555 0143'],
      [/^Title/, 'Okafor re-roof'],
      [/^Address/, '1319 6th Ave N, Nashville, TN 37208'],
      [/^Start Date$/, `${month}/${day}/${year}`],
      [/^End Date$/, `${month}/${day}/${year}`],
      [/^First note/, 'The dog bites.'],
    ];
    for (const [label, text] of entries) {
      await form.getByLabel(label).fill(text);
      await page.keyboard.press('Tab');
    }
    await press(form.getByRole('combobox', { name: /^Subcontractor, crew/ }));
    await press(form.getByRole('option', { name: 'Crew B (repairs)' }));
    await press(form.getByRole('button', { name: 'Create and schedule' }));
    await press(page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }));
    await expect(page.getByRole('dialog', { name: 'Okafor re-roof' })).toContainText('Ngozi Okafor');
    const job = await jobNamed(office, 'Okafor re-roof');
    expect(job).toMatchObject({
      city: 'Nashville',
      startDate: today(),
      endDate: today(),
      customSubcontractorName: 'Crew B (repairs)',
    });
    const { notes } = await office.get<{ notes: { content: string }[] }>(`/api/jobs/fetchNotes/${job.id}`);
    expect(notes.map(({ content }) => content)).toEqual(['The dog bites.']);
    await page.goto(`/app/calendar?grid=day&date=${today()}`);
    await expect(page.getByText('Okafor re-roof').first()).toBeVisible();
    await office.post('/api/jobs/complete', { jobId: job.id, isActive: false });
  });

  await start();
  await task('Give a job without days to a subcontractor, with days', async () => {
    await press(waiting.getByRole('link', { name: /^Jobs without dates/ }));
    const card = page.locator('[data-strip] [data-job]').filter({ hasText: 'No crew' }).first();
    const id = await card.getAttribute('data-job');
    await drag(page, await middleOf(card), await todayInLane(page, 'Ríos Brothers'));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Yes, give it' }));
    await expect
      .poll(async () => {
        const job = (await jobsOf(office)).find((each) => each.id === id);
        return [job?.companyInfo?.name, job?.startDate];
      })
      .toEqual(['Ríos Brothers Roofing', today()]);
    await office.post('/api/jobs/unschedule', { jobId: id });
  });

  await start();
  await task('Order material from a job, and send it to the vendor', async () => {
    const { vendors, vendorContacts } = await office.get<{
      vendors: Vendor[];
      vendorContacts: VendorContact[];
    }>('/api/contractor_vendors');
    const vendor = vendors.find(({ name }) => name === vendorName);
    const contact = vendorContacts.find(({ vendorId }) => vendorId === vendor?.id)?.email ?? '';
    await press(
      page.getByRole('region', { name: 'Jobs of the day' }).getByRole('link', { name: /^Fatherland/ }),
    );
    await press(page.getByRole('tab', { name: /^Purchase orders/ }));
    await press(page.getByRole('button', { name: 'Create' }));
    const products = page.getByRole('dialog', { name: /^Products on/ });
    await products.getByRole('searchbox', { name: 'Find a product' }).fill('drip edge');
    await products.getByRole('textbox', { name: /^Quantity of Drip edge, white/ }).fill('20');
    await press(products.getByRole('button', { name: 'Save products' }));
    await expect(products).toBeHidden();
    const send = page.getByRole('complementary', { name: 'Send to vendor' });
    await press(send.getByRole('combobox', { name: 'Vendor' }));
    await press(page.getByRole('option', { name: vendorName }));
    await press(send.getByRole('button', { name: 'Send to 1 contact' }));
    await press(page.getByRole('alertdialog', { name: 'Sweet!' }).getByRole('button', { name: 'OK' }));
    const mail = await mailTo(contact, 'Summit', demo.data);
    expect(mail.attachments).toHaveLength(1);
    const { id } = await jobNamed(office, 'Fatherland re-roof');
    const { orders } = await office.get<{ orders: PurchaseOrder[] }>(`/api/purchase_orders/job/${id}`);
    expect(orders.map(({ status, items }) => [status, items.length])).toEqual([['sent', 1]]);
  });

  await start();
  await task('Move the three jobs of a rain day', async () => {
    await press(page.getByRole('link', { name: 'Move this day' }));
    const dialog = page.getByRole('dialog', { name: "Move a day's jobs" });
    await expect(dialog.getByText('3 jobs move')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('Rain');
    await press(dialog.getByRole('button', { name: 'Move 3 jobs' }));
    await expect(page.getByText('3 jobs were moved.')).toBeVisible();
    const moved = (await jobsOf(office)).filter(({ title }) => wet.includes(title));
    const days = new Set(moved.map(({ startDate }) => startDate));
    expect(moved).toHaveLength(3);
    expect(days.size).toBe(1);
    expect([...days][0]?.localeCompare(today())).toBe(1);
  });
});
