import { expect, type Page } from '@playwright/test';

/** Creates a company for the user who has just signed up in this browser. Onboarding has a separate test. */
export async function createCompany(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('ridgeline.token'));
  const data = {
    firstName: 'Ana',
    lastName: 'Ridge',
    location: 'Nashville, TN',
    language: 'english',
    account_type: 'contractor',
    company_name: 'Ridge & Sons',
    position: 'Owner',
  };
  const headers = { authorization: `Bearer ${token}` };
  const address = new URL('/api/auth/createNewAccountWithCompany', page.url()).href;
  const made = await page.request.post(address, { data, headers });
  expect(made.status(), await made.text()).toBe(201);
}
