/** Counts the presses that a task takes, and compares them with the table in `docs/presses.md`. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, type PlaywrightTestOptions, test } from '@playwright/test';

import { drag, type Point } from './drag';

export interface Presses {
  /** How many there were since the task began. */
  count: () => number;
  /** Clicks, or taps on a phone. */
  press: (what: Locator) => Promise<void>;
  /** Drags with the mouse, which is one press. */
  drag: (page: Page, from: Point, to: Point) => Promise<void>;
  /** Counts from 0, and expects as many presses as the table says for this task. */
  task: (name: string, steps: () => Promise<void>) => Promise<void>;
}

export interface TaskPresses {
  task: string;
  before: number;
  after: number;
}

const page = new URL('../../../docs/presses.md', import.meta.url);
const row = /^\| (?<task>[^|]+) \| (?<before>\d+) \| (?<after>\d+) \|/gm;

/** The rows of the table. */
export const documentedPresses = (): TaskPresses[] =>
  [...readFileSync(page, 'utf8').matchAll(row)].map(({ groups }) => ({
    task: groups?.task?.trim() ?? '',
    before: Number(groups?.before),
    after: Number(groups?.after),
  }));

/** Typing is not counted, nor the Tab key that leads from field to field. */
export function countPresses(isPhone: boolean): Presses {
  let count = 0;
  return {
    count: () => count,
    press: async (what) => {
      count += 1;
      await (isPhone ? what.tap() : what.click());
    },
    drag: async (on, from, to) => {
      count += 1;
      await drag(on, from, to);
    },
    task: (name, steps) =>
      test.step(name, async () => {
        count = 0;
        await steps();
        const after = documentedPresses().find(({ task }) => task === name)?.after;
        expect(count, `presses for “${name}”, as in docs/presses.md`).toBe(after);
      }),
  };
}

/** The counter as a fixture, to extend a test with. */
export const pressFixture = {
  presses: (
    { isMobile }: Pick<PlaywrightTestOptions, 'isMobile'>,
    use: (presses: Presses) => Promise<void>,
  ) => use(countPresses(isMobile)),
};
