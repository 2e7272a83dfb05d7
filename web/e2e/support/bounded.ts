/** Bounds for waits inside of a page, which have none of their own. */
import type { Page } from '@playwright/test';

/**
 * Fails with a sentence when something does not end in time: a promise that never settles in a page would hold a
 * journey up until its own end, without a word.
 */
export async function bounded<T>(work: Promise<T>, awaited: string, ms = 60_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${awaited}: not within ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the page has drawn twice: what was about to be drawn is, and what was about to move moves. */
export const twoFrames = (page: Page): Promise<void> =>
  bounded(
    page.evaluate(
      () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
    ),
    `two frames of ${page.url()}`,
  );
