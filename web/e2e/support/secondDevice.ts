/** A second user in a separate browser. */
import type { Browser, Page } from '@playwright/test';
import { devices } from '@playwright/test';

/** A phone of a signed-in Spanish user. */
export async function openSecondPhone(browser: Browser, bearer: string): Promise<Page> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'es-US',
    timezoneId: 'America/Chicago',
  });
  await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), bearer);
  return context.newPage();
}
