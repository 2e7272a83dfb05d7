/**
 * Screenshots of every screen, in `docs/screens/`: the tests fail if something moves, disappears or changes its color.
 * Update them with `--update-snapshots`, and look at the changes before committing them.
 */
import { expect } from '@playwright/test';

import { bounded } from './support/bounded';
import { now, test } from './support/frozenDay';
import { pictures } from './support/screenshots';

/** The default users: the admins of the contractor. */
const office = { en: 'marisol@summit-roofing.example', es: 'pete@summit-roofing.example' };

/** Long timeouts, so that screenshots do not depend on the speed of the machine. */
const longTimeout = 45_000;
const shotTimeout = 10_000;

for (const { name, language, size, scheme, screen } of pictures) {
  test.describe(() => {
    test.use({
      colorScheme: scheme,
      locale: `${language}-US`,
      contextOptions: { reducedMotion: 'reduce' },
      actionTimeout: longTimeout,
      navigationTimeout: longTimeout,
    });
    test(`${name} in ${language}: what it lost, or what moved, shows`, { tag: `@${size}` }, async ({
      day,
      page,
    }) => {
      await page.clock.setFixedTime(now);
      // Chromium with its window has a translator, and asks whether a page may notify, which pages offer.
      await page.addInitScript(() => {
        Object.assign(window, { Translator: { availability: () => Promise.resolve('downloadable') } });
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      });
      if (screen.as !== null) {
        const token = await day.token(screen.as ?? office[language]);
        // The news banner was dismissed today.
        const stored = { 'ridgeline.token': token, 'ridgeline.whatsNew': '2026-06-11' };
        await page.addInitScript((entries) => {
          for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
        }, stored);
      }
      await screen.before?.(page);
      await page.goto(typeof screen.at === 'string' ? screen.at : screen.at(day.places));
      const shown = typeof screen.shows === 'string' ? screen.shows : screen.shows[language === 'en' ? 0 : 1];
      await page.getByText(shown).filter({ visible: true }).first().waitFor();
      if (screen.next !== undefined) {
        // What is loaded after the press would move what was pressed.
        if (!screen.waits) await page.waitForLoadState('networkidle');
        await screen.next(page);
      }
      if (!screen.waits) await page.waitForLoadState('networkidle');
      await bounded(
        page.waitForFunction(() =>
          [...document.fonts].some(
            (face) => /^"?Archivo Variable/.test(face.family) && face.status === 'loaded',
          ),
        ),
        "the app's font has loaded",
      );
      await bounded(
        page.evaluate(() => document.fonts.ready.then(() => undefined)),
        'all fonts have loaded',
      );
      const shot = [language, `${name}.png`];
      await expect(async () => expect(page).toHaveScreenshot(shot, { timeout: shotTimeout })).toPass({
        timeout: longTimeout,
      });
    });
  });
}
