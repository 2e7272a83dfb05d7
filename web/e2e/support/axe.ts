/**
 * axe in a page of the app. The app has no frames, so that axe is asked directly: what finds its way into frames of other
 * origins takes as long as axe itself.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

import { bounded } from './bounded';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What stands against a rule on the open page, and where. */
export async function axeViolations(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  const asked = { ...options, resultTypes: ['violations' as const] };
  const run = async () => {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
    return page.evaluate(
      async (how) => (await (window as unknown as AxeWindow).axe.run(document, how)).violations,
      asked,
    );
  };
  return bounded(run(), `the accessibility of ${page.url()}`, 120_000);
}

interface AxeWindow {
  axe: typeof axe;
}
