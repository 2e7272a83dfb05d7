/** A second user in a browser of their own. */
import type { Browser, Page } from '@playwright/test';
import { devices } from '@playwright/test';

/** A phone in the hand of somebody who reads Spanish, signed in. */
export async function openSecondPhone(browser: Browser, bearer: string): Promise<Page> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'es-US',
    timezoneId: 'America/Chicago',
  });
  await context.addInitScript((kept) => localStorage.setItem('ridgeline.token', kept), bearer);
  return context.newPage();
}
