import { expect, type Page } from '@playwright/test';

/** A new company and its owner, as onboarding sends them. */
export const newCompany = {
  firstName: 'Ana',
  lastName: 'Ridge',
  location: 'Nashville, TN',
  language: 'english',
  account_type: 'contractor',
  company_name: 'Ridge & Sons',
  position: 'Owner',
};

/** Creates a company for the user who has just signed up in this browser. Onboarding has a separate test. */
export async function createCompany(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('ridgeline.token'));
  const headers = { authorization: `Bearer ${token}` };
  const address = new URL('/api/auth/createNewAccountWithCompany', page.url()).href;
  const made = await page.request.post(address, { data: newCompany, headers });
  expect(made.status(), await made.text()).toBe(201);
}
