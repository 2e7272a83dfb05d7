/** The job card on paper: what the crew takes along must hold everything, and fit the page. */
import type { JobImage } from '../../bindings';
import { drawn, pagesOf, saved, wordsOf } from './support/paper';
import { expect, test } from './support/world';

const admin = 'marisol@summit-roofing.example';

test('the saved card is one A4 page with the job, its photo and its color, and nothing runs off the paper', async ({
  page,
  world,
}) => {
  await world.demo(admin);
  await page.goto('/app/jobs');
  // A job that has photos: the demo's crews took some today.
  const id = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('ridgeline.token')}` };
    const read = async (path: string) => (await fetch(path, { headers })).json();
    const { jobs } = (await read('/api/jobs/myJobs/contractor')) as {
      jobs: { id: string; startDate: string }[];
    };
    const started = jobs.filter(({ startDate }) => startDate !== null);
    started.sort((a, b) => b.startDate.localeCompare(a.startDate));
    for (const job of started) {
      const { imgs } = (await read(`/api/jobs/fetchImgs/${job.id}`)) as { imgs: JobImage[] };
      if (imgs.length > 0) return job.id;
    }
    throw new Error('no job of the demo has photos');
  });
  await page.goto(`/app/card/${id}`);
  await page.getByRole('button', { name: 'Choose image' }).click();
  await page.getByRole('dialog').locator('button[aria-pressed]').first().click();
  const title = await page.getByRole('main').getByRole('heading').first().innerText();
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const pdf = await saved(await download);
  expect(pagesOf(pdf)).toBe(1);
  const words = wordsOf(pdf);
  expect(words).toContain(title);
  expect(words).toContain('Summit Roofing & Exteriors');
  const card = drawn(pdf);
  expect(card.width).toBeCloseTo(210, 0);
  expect(card.height).toBeCloseTo(297, 0);
  const whole = card.look([0, 0, 210, 297]);
  expect(whole.seen).toBeGreaterThan(0.03);
  expect(whole.seen).toBeLessThan(0.6);
  // Printers cut what is closer to the edge; only the ridge in the job's color goes up to it, above.
  for (const edge of [
    [0, 60, 5, 237],
    [205, 60, 5, 237],
    [0, 290, 210, 7],
  ] as const)
    expect(card.look([...edge]).seen).toBe(0);
  const photo = card.look([125, 50, 70, 40]);
  expect(photo.seen).toBeGreaterThan(0.9);
  expect(photo.colours).toBeGreaterThan(12);
  expect(card.look([12, 10, 120, 20]).seen).toBeGreaterThan(0.02);
});
