/** The company's day, on the device of somebody in another time zone. */
import { expect, test } from './support/fixtures';

/** Late in the evening of June 11 in Nashville, and June 12 where this browser is. */
const evening = new Date('2026-06-12T03:00:00Z');

test.use({ timezoneId: 'Asia/Tokyo' });

test('the month marks the day that the office has, not the one of the device', {
  tag: '@desktop',
}, async ({ page, world }) => {
  await page.clock.setFixedTime(evening);
  await world.demo('marisol@summit-roofing.example');
  await page.goto('/app/calendar');
  await expect(page.locator('[data-date="2026-06-11"]').first()).toHaveAttribute('aria-current', 'date');
  await expect(page.locator('[data-date="2026-06-12"]').first()).not.toHaveAttribute('aria-current', 'date');
});
