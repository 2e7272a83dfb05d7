/** The domain's rules in the browser: when they load, and how fast a form shows an error. */
import type { Page, Response } from '@playwright/test';

import { bounded } from './support/bounded';
import { expect, test } from './support/fixtures';
import { FrameTimer } from './support/frameTimes';

declare global {
  interface Window {
    /** When the first frame with rows of the list was painted, in ms from the start of the page. */
    rowsDrawn?: number;
  }
}

/** Records when the first rows are painted. Call it before the page is opened. */
const noteRows = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('[aria-posinset] a[href*="/app/jobs/details/"]') === null) return;
      watch.disconnect();
      // A message that is sent during a frame arrives after it, and before anything that the paint triggers.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          window.rowsDrawn = performance.now();
        };
        port2.postMessage(null);
      });
    });
    watch.observe(document, { childList: true, subtree: true });
  });

/**
 * Browsers without paint timing load the rules after a timeout. This one has paint timing, so the timeout is extended to
 * minutes for slow machines.
 */
const extendPaintTimeout = (page: Page) =>
  page.addInitScript(() => {
    const begin: (run: TimerHandler, ms: number, ...words: unknown[]) => number =
      window.setTimeout.bind(window);
    const patient = (run: TimerHandler, ms = 0, ...words: unknown[]) =>
      begin(run, ms >= 2_000 ? ms * 60 : ms, ...words);
    Object.assign(window, { setTimeout: patient });
  });

/** The time of the first paint, and of every request for the rules, in ms from the start of the page. */
const loadTimings = (page: Page) =>
  page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const rules = files.filter(({ name }) => name.includes('.wasm'));
    return {
      paint,
      rows: window.rowsDrawn ?? Number.NaN,
      requests: rules.map(({ startTime, transferSize }) => ({ startTime, transferSize })),
    };
  });

for (const address of ['/', '/app/jobs']) {
  test(`${address} shows before the rules have loaded, and they are fetched once`, async ({
    page,
    world,
  }) => {
    // On a phone the rows of the first list do not wait for the rules; the table of a desktop needs them.
    const beforeRows = address === '/app/jobs' && world.phone;
    if (address !== '/') await world.demo('marisol@summit-roofing.example');
    await extendPaintTimeout(page);
    await noteRows(page);
    const answers: Response[] = [];
    page.on('response', (response) => response.url().includes('.wasm') && answers.push(response));
    await page.goto(address);
    // A pending request has no entry in the browser's timings yet.
    await expect.poll(async () => (await loadTimings(page)).requests.length).toBe(1);
    await expect.poll(async () => (await loadTimings(page)).paint).toBeGreaterThan(0);
    if (beforeRows) await expect.poll(async () => (await loadTimings(page)).rows).toBeGreaterThan(0);
    const cold = await loadTimings(page);
    expect(cold.requests).toHaveLength(1);
    expect(cold.requests[0]?.startTime).toBeGreaterThan(cold.paint);
    if (beforeRows) expect(cold.requests[0]?.startTime).toBeGreaterThanOrEqual(cold.rows);
    expect(cold.requests[0]?.transferSize).toBeGreaterThan(0);
    await expect.poll(() => answers.length).toBe(1);
    expect(answers[0]?.headers()['cache-control']).toContain('immutable');

    await page.goto(address === '/' ? '/sign-in' : '/app/calendar');
    await expect.poll(async () => (await loadTimings(page)).requests.length).toBe(1);
    expect((await loadTimings(page)).requests[0]?.transferSize, 'the next page has them already').toBe(0);
  });
}

test('an invalid field shows its error in the frame of the keystroke', { tag: '@desktop' }, async ({
  page,
  world,
}) => {
  await (await world.company()).signIn();
  await page.goto('/app/jobs/new');
  const title = page.getByLabel('Title');
  await title.fill('Whitaker re-roof');
  await title.press('Tab');
  await expect(title).not.toHaveAttribute('aria-invalid', 'true');
  const pacer = await FrameTimer.of(page);
  await pacer.slowness();

  const typed = title.evaluate(async (input: HTMLInputElement) => {
    // Like a keystroke, bypassing React's setter.
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const type = async (text: string) => {
      const began = performance.now();
      property?.set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      const took = performance.now() - began;
      await new Promise(requestAnimationFrame);
      const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
      const messages = described.map((id) => document.getElementById(id)?.textContent ?? '');
      return { took, invalid: input.getAttribute('aria-invalid') === 'true', message: messages.join('') };
    };
    const wrong = [];
    for (let time = 0; time < 9; time += 1) {
      wrong.push(await type(''));
      if ((await type('x')).invalid) throw new Error('what is right again is still marked');
    }
    return wrong;
  });
  const seen = await bounded(typed, 'eighteen keystrokes, each with its frame');
  for (const { invalid, message } of seen) {
    expect({ invalid, message }).toEqual({ invalid: true, message: 'Must provide a title' });
  }
  // The rules and React together; a frame has 16.7 ms, most of it for layout and paint. A slower machine gets
  // proportionally more.
  const took = seen.map((one) => one.took).sort((a, b) => a - b)[4] ?? Number.NaN;
  const machine = await pacer.slowness();
  const result = `${took} ms, everything taking ${machine.seen.toFixed(1)} times as long as on an idle machine`;
  expect(took, result).toBeLessThan(16 * machine.seen);
  test.info().annotations.push({ type: 'a keystroke with its check and its message', description: result });
});
