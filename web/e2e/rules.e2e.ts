/** The domain's rules in the browser: when they come, and how soon a mistake is seen. */
import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures';

/** When the page first showed something, and every time it asked for the rules, in ms from its start. */
const loadTimings = (page: Page) =>
  page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const rules = files.filter(({ name }) => name.includes('.wasm'));
    return { paint, asked: rules.map(({ startTime, transferSize }) => ({ startTime, transferSize })) };
  });

for (const address of ['/', '/app/jobs']) {
  test(`nobody waits for the rules to see ${address}, and they come over the network once`, async ({
    page,
    world,
  }) => {
    const company = await world.company();
    if (address !== '/') await company.signIn();
    const first = page.waitForResponse((response) => response.url().includes('.wasm'));
    await page.goto(address);
    expect((await first).headers()['cache-control']).toContain('immutable');
    await expect.poll(async () => (await loadTimings(page)).paint).toBeGreaterThan(0);
    const cold = await loadTimings(page);
    expect(cold.asked).toHaveLength(1);
    expect(cold.asked[0]?.startTime).toBeGreaterThan(cold.paint);
    expect(cold.asked[0]?.transferSize).toBeGreaterThan(0);

    await page.goto(address === '/' ? '/sign-in' : '/app/calendar');
    await expect.poll(async () => (await loadTimings(page)).asked.length).toBe(1);
    expect((await loadTimings(page)).asked[0]?.transferSize, 'the next page has them already').toBe(0);
  });
}

test('a mistake is marked and explained in the frame of the keystroke that makes it', async ({
  page,
  world,
}) => {
  await (await world.company()).signIn();
  await page.goto('/app/jobs/new');
  const title = page.getByLabel('Title');
  await title.fill('Whitaker re-roof');
  await title.press('Tab');
  await expect(title).not.toHaveAttribute('aria-invalid', 'true');

  const seen = await title.evaluate(async (input: HTMLInputElement) => {
    // As a key does it, past React's own setter.
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
  for (const { invalid, message } of seen) {
    expect({ invalid, message }).toEqual({ invalid: true, message: 'Must provide a title' });
  }
  // The rules and React together; a frame has 16.7 ms, most of it for layout and paint.
  const took = seen.map((one) => one.took).sort((a, b) => a - b)[4] ?? Number.NaN;
  expect(took, `${took} ms`).toBeLessThan(16);
  test
    .info()
    .annotations.push({ type: 'a keystroke with its check and its message', description: `${took} ms` });
});
