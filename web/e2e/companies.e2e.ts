/**
 * Connecting companies, from the search to 'connected', and joining a company, from the invitation mail to the first
 * screen.
 */
import type { APIRequestContext, Browser, Page } from '@playwright/test';

import type { CompanyType } from '../../bindings';
import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { mailTo } from './support/mailbox';

const password = 'ridge cap shingle';
const ours = () => crypto.randomUUID().slice(0, 8);

interface Made {
  name: string;
  headers: { authorization: string };
  /** Opens a page as its admin, in a separate browser. */
  open(browser: Browser): Promise<Page>;
}

/** A company with a unique name. */
async function founded(request: APIRequestContext, type: CompanyType, location: string): Promise<Made> {
  const signedUp = await request.post('/api/auth/local/signup', {
    data: { email: freshAddress(), password },
  });
  const { token } = await signedUp.json();
  const headers = { authorization: `Bearer ${token}` };
  const name = `Ridge ${ours()}`;
  const data = {
    firstName: 'Ana',
    lastName: 'Peña',
    location,
    language: 'english',
    account_type: type,
    company_name: name,
    position: 'Owner',
  };
  const made = await request.post('/api/auth/createNewAccountWithCompany', { data, headers });
  expect(made.status(), await made.text()).toBe(201);
  return {
    name,
    headers,
    async open(browser) {
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago' });
      await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), String(token));
      return context.newPage();
    },
  };
}

async function upload(request: APIRequestContext, { headers }: Made, file: string, isPublic: boolean) {
  const buffer = Buffer.from('%PDF-1.7\n%%EOF\n');
  const multipart = { image: { name: file, mimeType: 'application/pdf', buffer } };
  const answer = await request.post(`/api/company/uploadFile/${file}/${isPublic}`, { multipart, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Waits for the response of a call, because pages show optimistic changes before. Call it before the press. */
async function stored(page: Page, path: string): Promise<void> {
  const answer = await page.waitForResponse(path);
  // Not its body: the browser drops it when the page goes on to another.
  expect(answer.status()).toBeLessThan(300);
}

test('two companies find each other and connect, and only then see the public files', async ({
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'both users have desktops here');
  const [office, crew] = [
    await founded(request, 'contractor', 'Memphis, TN'),
    await founded(request, 'subcontractor', 'Chattanooga, TN'),
  ];
  await upload(request, crew, 'insurance.pdf', true);
  await upload(request, crew, 'payroll.pdf', false);

  const desk = await office.open(browser);
  await desk.goto('/app/connections');
  await expectAccessible(desk);
  await desk.getByRole('link', { name: 'Search companies' }).first().click();
  await desk.getByRole('textbox', { name: 'Name' }).fill(crew.name);
  await desk.getByRole('textbox', { name: 'Location' }).fill('chattanooga');
  await desk.getByRole('combobox', { name: /Company type/ }).click();
  await desk.getByRole('option', { name: 'Subcontractor' }).click();
  await desk.getByRole('button', { name: 'Search', exact: true }).click();
  await expectAccessible(desk);
  await desk.getByRole('link', { name: `View company ${crew.name}` }).click();
  await expect(desk.getByRole('heading', { name: crew.name })).toBeVisible();
  await expect(desk.getByRole('tab', { name: /Files/ })).toHaveCount(0);
  await desk.getByRole('button', { name: 'Connect', exact: true }).click();
  const ask = desk.getByRole('dialog');
  await ask.getByRole('textbox', { name: /Message/ }).fill('We have roofs in Hixson.');
  await expectAccessible(desk);
  await Promise.all([
    stored(desk, '**/api/connections/connect'),
    ask.getByRole('button', { name: 'Send request' }).click(),
  ]);
  await expect(desk.getByRole('button', { name: 'Pending' })).toBeVisible();

  const yard = await crew.open(browser);
  await yard.goto('/app/connections');
  await expect(yard.getByText('We have roofs in Hixson.')).toBeVisible();
  await Promise.all([
    stored(yard, '**/api/connections/accept'),
    yard.getByRole('button', { name: `Accept ${office.name}` }).click(),
  ]);
  await expect(yard.getByText('connected', { exact: true })).toBeVisible();

  await desk.reload();
  await expect(desk.getByRole('button', { name: /^(Connect|Pending)$/ })).toHaveCount(0);
  await desk.getByRole('tab', { name: /Files/ }).click();
  await expect(desk.getByRole('link', { name: 'insurance.pdf' })).toBeVisible();
  await expect(desk.getByText('payroll.pdf')).toHaveCount(0);
  const file = await desk.getByRole('link', { name: 'insurance.pdf' }).getAttribute('href');
  expect((await request.get(String(file))).status()).toBe(200);
  await expectAccessible(desk);
  await Promise.all([desk.context().close(), yard.context().close()]);
});

test('an invited user signs up in another browser and can work there', async ({
  browser,
  request,
  world,
}) => {
  test.skip(world.phone, 'the office has a desktop here');
  const company = await founded(request, 'contractor', 'Memphis, TN');
  const invited = freshAddress();
  const office = await company.open(browser);
  await office.goto('/app/company');
  await office.getByRole('button', { name: 'Invite' }).click();
  const panel = office.getByRole('dialog', { name: 'Invite people' });
  await panel.getByRole('textbox', { name: /Email/ }).fill(invited);
  await panel.getByRole('radio', { name: /foreman/i }).check();
  await expectAccessible(office);
  await panel.getByRole('button', { name: 'Send invitation' }).click();
  await expect(office.getByText('Successfully sent your invitation.').first()).toBeVisible();

  const mail = await mailTo(invited, company.name);
  const way = /\/invite\/[\w-]+/.exec(mail.text ?? '')?.[0];
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago' });
  const home = await context.newPage();
  await home.goto(String(way));
  await expect(home.getByText(company.name).first()).toBeVisible();
  await expectAccessible(home);
  await home.getByLabel('First name').fill('Luis');
  await home.getByLabel('Last name').fill('Ortega');
  await home.getByLabel(/position/i).fill('Foreman');
  await home
    .getByLabel(/address|location/i)
    .last()
    .fill('Memphis, TN');
  await home.getByRole('button', { name: 'sign up' }).click();
  await expect(home).toHaveURL(/\/sign-up/);
  await home.getByLabel('Email').fill(invited);
  await home.getByLabel('Password', { exact: false }).first().fill(password);
  await home.getByRole('button', { name: 'Create your account' }).click();
  await expect(home).toHaveURL(/\/app\/company$/);
  await expect(home.getByRole('heading', { name: company.name }).first()).toBeVisible();

  await office.reload();
  await expect(office.getByRole('row', { name: /Luis Ortega/ })).toContainText('foreman');
  await context.close();
  await office.context().close();
});

test('a homeowner without an account can read the public page of a company until it is hidden', async ({
  page,
  request,
}) => {
  const company = await founded(request, 'contractor', 'Memphis, TN');
  await upload(request, company, 'insurance.pdf', true);
  await upload(request, company, 'payroll.pdf', false);
  const slug = `ridge-${ours()}`;
  const show = async (visible: boolean) => {
    const data = { visible, slug };
    const answer = await request.put('/api/company/publicPage', { data, headers: company.headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await show(true);
  const link = await (await request.get(`/c/${slug}`)).text();
  expect(link).toContain(`<meta property="og:title" content="${company.name}`);
  await page.goto(`/c/${slug}`);
  await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'insurance.pdf' })).toBeVisible();
  await expect(page.getByText('payroll.pdf')).toHaveCount(0);
  await expectAccessible(page);
  await show(false);
  expect((await request.get(`/c/${slug}`)).status()).toBe(404);
  await page.reload();
  await expect(page.getByText('Page not found')).toBeVisible();
});
