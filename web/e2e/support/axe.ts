/**
 * Runs axe in a page of the app. The app has no frames, so axe is called directly: the wrapper for frames takes as long
 * as axe itself.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

import { bounded } from './bounded';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations on the open page. */
export async function axeViolations(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  const settings = { ...options, resultTypes: ['violations' as const] };
  const run = async () => {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
    return page.evaluate(
      async (how) => (await (window as unknown as AxeWindow).axe.run(document, how)).violations,
      settings,
    );
  };
  return bounded(run(), `the accessibility of ${page.url()}`, 120_000);
}

interface AxeWindow {
  axe: typeof axe;
}
