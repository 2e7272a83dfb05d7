/**
 * What every screen looks like, in `docs/screens/`: whoever moves, loses or recolors something there sees it here before
 * somebody on a roof does. Renewed by `--update-snapshots`; look at what changed before committing it.
 */
import { expect } from '@playwright/test';

import { bounded } from './support/bounded';
import { now, test } from './support/frozenDay';
import { pictures } from './support/screenshots';

/** Who looks, where a screen does not say: the admins of the contractor. */
const office = { en: 'marisol@summit-roofing.example', es: 'pete@summit-roofing.example' };

/** How it looks does not depend on how busy the machine is: what comes late is waited for, and looked at again. */
const patience = 45_000;
const look = 10_000;

for (const { name, language, size, scheme, screen } of pictures) {
  test.describe(() => {
    test.use({
      colorScheme: scheme,
      locale: `${language}-US`,
      contextOptions: { reducedMotion: 'reduce' },
      actionTimeout: patience,
      navigationTimeout: patience,
    });
    test(`${name} in ${language}: what it lost, or what moved, shows`, { tag: `@${size}` }, async ({
      day,
      page,
    }) => {
      await page.clock.setFixedTime(now);
      if (screen.as !== null) {
        const token = await day.token(screen.as ?? office[language]);
        // What is new was said this morning already.
        const kept = { 'ridgeline.token': token, 'ridgeline.whatsNew': '2026-06-11' };
        await page.addInitScript((words) => {
          for (const [key, value] of Object.entries(words)) localStorage.setItem(key, value);
        }, kept);
      }
      await screen.before?.(page);
      await page.goto(typeof screen.at === 'string' ? screen.at : screen.at(day.places));
      const shown = typeof screen.shows === 'string' ? screen.shows : screen.shows[language === 'en' ? 0 : 1];
      await page.getByText(shown).filter({ visible: true }).first().waitFor();
      await screen.next?.(page);
      if (!screen.waits) await page.waitForLoadState('networkidle');
      await bounded(
        page.evaluate(() => document.fonts.ready.then(() => undefined)),
        'the letters have come',
      );
      const shot = [language, `${name}.png`];
      await expect(async () => expect(page).toHaveScreenshot(shot, { timeout: look })).toPass({
        timeout: patience,
      });
    });
  });
}
