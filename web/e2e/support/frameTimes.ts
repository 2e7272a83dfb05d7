/**
 * The work of the page and the frames that the user sees. The main thread's work does not depend on what else the
 * machine does; the frame rate does.
 */
import type { CDPSession, Page } from '@playwright/test';

export interface FrameTimes {
  /** Pictures a second as they were seen. */
  seen: number;
  /** How many the page would have time for in a second. */
  able: number;
  /** The longest time from one picture to the next, in ms. */
  longest: number;
}

/** Waits until the page has drawn and has nothing left to do. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const drawn = (then: () => void) => requestAnimationFrame(() => requestIdleCallback(() => then()));
        drawn(() => drawn(done));
      }),
  );
}

type Clock = 'ScriptDuration' | 'TaskDuration';

export class FrameTimer {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<FrameTimer> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new FrameTimer(page, session);
  }

  async #worked(clock: Clock): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === clock)?.value ?? Number.NaN);
  }

  /** The ms of scripting that something takes, until the page is at rest again. */
  async scripting(what: () => Promise<unknown>): Promise<number> {
    await waitUntilIdle(this.#page);
    const before = await this.#worked('ScriptDuration');
    await what();
    await waitUntilIdle(this.#page);
    return (await this.#worked('ScriptDuration')) - before;
  }

  /** What is seen for two seconds while something is done step by step. */
  async watched(step: (at: number) => Promise<void>): Promise<FrameTimes> {
    const before = await this.#worked('TaskDuration');
    const counted = this.#page.evaluate(
      () =>
        new Promise<{ pictures: number; passed: number; longest: number }>((done) => {
          const begun = performance.now();
          let [pictures, last, longest] = [0, begun, 0];
          const count = () => {
            const now = performance.now();
            pictures += 1;
            longest = Math.max(longest, now - last);
            last = now;
            if (now - begun < 2_000) requestAnimationFrame(count);
            else done({ pictures, passed: now - begun, longest });
          };
          requestAnimationFrame(count);
        }),
    );
    let going = true;
    const ended = counted.finally(() => {
      going = false;
    });
    for (let at = 0; going && at < 2_000; at++) await step(at);
    const { pictures, passed, longest } = await ended;
    const busy = (await this.#worked('TaskDuration')) - before;
    return { seen: (1_000 * pictures) / passed, able: (1_000 * pictures) / busy, longest };
  }
}

/** The middle one: half of all are better, half are worse. */
export function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

/** Figures stand in the output of the journeys. */
export const printFigures = (name: string, all: readonly number[]): void =>
  void process.stdout.write(`${name}: ${all.map((one) => one.toFixed(0)).join(', ')}\n`);
