/**
 * Measures scripting time and frame rate. Scripting time hardly depends on other load on the machine; the frame rate
 * does. Budgets are for an idle machine: on a slower or busier one they grow in proportion to a reference workload that
 * is measured in the same run.
 */
import type { CDPSession, Page } from '@playwright/test';

import { bounded } from './bounded';

export interface FrameTimes {
  /** The frames per second on the screen. */
  seen: number;
  /** The frames per second that the page could render. */
  able: number;
  /** The longest time between two frames, in ms. */
  longest: number;
}

/** The slowdown relative to an idle machine, at least 1. */
export interface Slowness {
  /** In elapsed time. */
  seen: number;
  /** In CPU time of the page's main thread. */
  worked: number;
}

/** Waits until the page has rendered and is idle. */
export const waitUntilIdle = (page: Page): Promise<void> =>
  bounded(
    page.evaluate(
      () =>
        new Promise<void>((done) => {
          const drawn = (then: () => void) => requestAnimationFrame(() => requestIdleCallback(() => then()));
          drawn(() => drawn(done));
        }),
    ),
    `${page.url()} has drawn and has nothing left to do`,
  );

/** The duration of the reference workload on two idle cores, in ms. */
const usual = 20;

/** The reference workload: parses, sorts and serializes objects; returns the elapsed ms. */
const referenceWork = (page: Page): Promise<number> =>
  bounded(
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const all = Array.from({ length: 4_000 }, (_, at) => ({
            id: (at * 7_919) % 4_000,
            title: `Roof ${at}`,
          }));
          // Only tasks of the page count as scripting.
          requestAnimationFrame(() => {
            const begun = performance.now();
            let text = JSON.stringify(all);
            for (let turn = 0; turn < 16; turn++) {
              const read = JSON.parse(text) as typeof all;
              read.sort((one, other) => (turn % 2 === 0 ? one.id - other.id : other.id - one.id));
              text = JSON.stringify(read);
            }
            done(performance.now() - begun);
          });
        }),
    ),
    'the reference work',
  );

type Clock = 'ScriptDuration' | 'TaskDuration';

export class FrameTimer {
  readonly #page: Page;
  readonly #session: CDPSession;
  #slowness: Slowness = { seen: 1, worked: 1 };

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

  /** The scripting time of an action until the page is idle again, in ms. */
  async scripting(what: () => Promise<unknown>): Promise<number> {
    await waitUntilIdle(this.#page);
    const before = await this.#worked('ScriptDuration');
    await what();
    await waitUntilIdle(this.#page);
    return (await this.#worked('ScriptDuration')) - before;
  }

  /** The slowdown of the machine now or at an earlier call, whichever is greater, because other load varies. */
  async slowness(): Promise<Slowness> {
    const [seen, worked]: [number[], number[]] = [[], []];
    // The first run is a warm-up.
    for (let turn = 0; turn < 6; turn++) {
      let passed = Number.NaN;
      const took = await this.scripting(async () => {
        passed = await referenceWork(this.#page);
      });
      if (turn === 0) continue;
      seen.push(passed / usual);
      worked.push(took / usual);
    }
    this.#slowness = {
      seen: Math.max(this.#slowness.seen, median(seen)),
      worked: Math.max(this.#slowness.worked, median(worked)),
    };
    return this.#slowness;
  }

  /** The frames during two seconds of repeated actions. */
  async watched(step: (at: number) => Promise<void>): Promise<FrameTimes> {
    const before = await this.#worked('TaskDuration');
    const counted = bounded(
      this.#page.evaluate(
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
      ),
      'the pictures of two seconds',
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

/** The median. */
export function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

/** Prints measurements to the test output. */
export const printFigures = (name: string, all: readonly number[]): void =>
  void process.stdout.write(`${name}: ${all.map((one) => one.toFixed(0)).join(', ')}\n`);
