/** Timeouts for waits inside of a page, which have none. */
import type { Page } from '@playwright/test';

/**
 * Fails with a message when something does not end in time: a promise in a page that never settles would block the test
 * until its timeout, without a message.
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

/** Waits for two frames: pending renders are done, and pending animations have started. */
export const twoFrames = (page: Page): Promise<void> =>
  bounded(
    page.evaluate(
      () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
    ),
    `two frames of ${page.url()}`,
  );
