/** Interaction delays: from a press to the next paint, as the browser measures them (INP). */
import type { CDPSession, Page } from '@playwright/test';

import { FrameTimer, median, printFigures, type Slowness, waitUntilIdle } from './frameTimes';

interface Press {
  /** All events of one press have the same number; the longest of them is what is felt. */
  id: number;
  ms: number;
}

declare global {
  interface Window {
    felt: Press[];
  }
}

/** Below this the browser tells of no press; what it does not tell was prompt. */
const toldFrom = 16;

export class InputDelayMeter {
  readonly #page: Page;
  readonly #timer: FrameTimer;
  /** The processor is slowed down for as long as this stays open. */
  readonly #session: CDPSession;
  readonly #named = new Map<string, number[]>();

  private constructor(page: Page, timer: FrameTimer, session: CDPSession) {
    this.#page = page;
    this.#timer = timer;
    this.#session = session;
  }

  /** Before the page is opened. */
  static async of(page: Page): Promise<InputDelayMeter> {
    await page.addInitScript((durationThreshold) => {
      window.felt = [];
      const observer = new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
          if (entry.interactionId > 0) window.felt.push({ id: entry.interactionId, ms: entry.duration });
      });
      observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    }, toldFrom);
    const session = await page.context().newCDPSession(page);
    return new InputDelayMeter(page, await FrameTimer.of(page), session);
  }

  /** A phone in the hand of a roofer: so many times slower than this machine. */
  async slower(times: number): Promise<void> {
    await this.#page.waitForLoadState('networkidle');
    await this.#timer.slowness();
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** The phone is this machine again; answers how slow that was, before or after. */
  async slowness(): Promise<Slowness> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return this.#timer.slowness();
  }

  /** What is felt of something that is done, under its name. */
  async feel(name: string, what: () => Promise<unknown>): Promise<void> {
    await waitUntilIdle(this.#page);
    await this.#page.evaluate(() => window.felt.splice(0));
    await what();
    await waitUntilIdle(this.#page);
    const longest = new Map<number, number>();
    for (const { id, ms } of await this.#page.evaluate(() => window.felt))
      longest.set(id, Math.max(ms, longest.get(id) ?? 0));
    this.#named.set(name, [...(this.#named.get(name) ?? []), ...longest.values()]);
  }

  /** Prints everything that was felt and whether the longest is what is wanted; answers what half of all presses take. */
  half(screen: string, wanted: number): number {
    const all = [...this.#named.values()].flat();
    for (const [name, some] of this.#named) printFigures(`${screen}, ms felt of ${name}`, some);
    const longest = Math.max(0, ...all);
    printFigures(`${screen}, longest of ${all.length} in ms, ${longest < wanted ? 'as' : 'NOT as'} wanted`, [
      longest,
    ]);
    return median(all);
  }
}
