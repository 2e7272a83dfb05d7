/** Interaction delays from a press to the next paint, as the browser measures them (INP). */
import type { CDPSession, Page } from '@playwright/test';

import { FrameTimer, median, printFigures, type Slowness, waitUntilIdle } from './frameTimes';

interface Press {
  /** All events of one press have the same id; the longest of them counts. */
  id: number;
  ms: number;
}

declare global {
  interface Window {
    presses: Press[];
  }
}

/** The browser reports no press below this duration, in ms; missing ones were fast. */
const toldFrom = 16;

export class InputDelayMeter {
  readonly #page: Page;
  readonly #timer: FrameTimer;
  /** CPU throttling lasts as long as this session is open. */
  readonly #session: CDPSession;
  readonly #named = new Map<string, number[]>();

  private constructor(page: Page, timer: FrameTimer, session: CDPSession) {
    this.#page = page;
    this.#timer = timer;
    this.#session = session;
  }

  /** Call it before the page is opened. */
  static async of(page: Page): Promise<InputDelayMeter> {
    await page.addInitScript((durationThreshold) => {
      window.presses = [];
      const observer = new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
          if (entry.interactionId > 0) window.presses.push({ id: entry.interactionId, ms: entry.duration });
      });
      observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    }, toldFrom);
    const session = await page.context().newCDPSession(page);
    return new InputDelayMeter(page, await FrameTimer.of(page), session);
  }

  /** Throttles the CPU by this factor, to simulate a phone. */
  async slower(times: number): Promise<void> {
    await this.#page.waitForLoadState('networkidle');
    await this.#timer.slowness();
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** Ends throttling; returns the slowdown of the machine, before or after. */
  async slowness(): Promise<Slowness> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return this.#timer.slowness();
  }

  /** Measures the delays of an action, under a name. */
  async feel(name: string, what: () => Promise<unknown>): Promise<void> {
    await waitUntilIdle(this.#page);
    await this.#page.evaluate(() => window.presses.splice(0));
    await what();
    await waitUntilIdle(this.#page);
    const longest = new Map<number, number>();
    for (const { id, ms } of await this.#page.evaluate(() => window.presses))
      longest.set(id, Math.max(ms, longest.get(id) ?? 0));
    this.#named.set(name, [...(this.#named.get(name) ?? []), ...longest.values()]);
  }

  /** The median delay of each action, by its name. */
  medians(): Map<string, number> {
    return new Map([...this.#named].map(([name, some]) => [name, median(some)]));
  }

  /** Prints all delays and whether the longest is within the goal; returns the median. */
  half(screen: string, goal: number): number {
    const all = [...this.#named.values()].flat();
    for (const [name, some] of this.#named) printFigures(`${screen}, delay in ms of ${name}`, some);
    const longest = Math.max(0, ...all);
    printFigures(`${screen}, longest of ${all.length} in ms, ${longest < goal ? 'as' : 'NOT as'} wanted`, [
      longest,
    ]);
    return median(all);
  }
}
