/** The journeys in Debian's Chromium, against real servers with real databases, desktop and phone sized. */
import { defineConfig, devices } from '@playwright/test';

const chromium = {
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    // Maps are drawn without a graphics card, and only they: pages are put together faster without.
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

/** They say how fast something is, so nothing else should be at work meanwhile: they come last. */
const measured = '*Speed.e2e.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  timeout: 360_000,
  // Enough for a machine that does four other things: what comes is gone on with at once, however long this is.
  expect: {
    timeout: 30_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/../../docs/screens/{arg}{ext}',
      animations: 'disabled',
      caret: 'hide',
      stylePath: 'e2e/support/screenshot.css',
      scale: 'css',
      // Letters of another build of Chromium are let through; a bar of one day on a month is twice as much.
      threshold: 0.3,
      maxDiffPixelRatio: 0.002,
    },
  },
  fullyParallel: false,
  // Each worker has a browser and a server of its own; one alone leaves a core idle half of the time.
  workers: Number(process.env.RIDGELINE_E2E_WORKERS ?? 2),
  forbidOnly: true,
  reporter: [['list']],
  use: {
    launchOptions: chromium,
    // Journeys look at the app as the server has it; that of the roof is about the worker that keeps it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // What a trace writes down costs a fifth of the time. `RIDGELINE_E2E_TRACE=on` keeps those of what fails.
    trace: process.env.RIDGELINE_E2E_TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
  },
  projects: [
    // A picture is of one size, and what differs only behind the screen is looked at in one.
    { name: 'desktop', use: desktop, testIgnore: measured, grepInvert: /@phone/ },
    { name: 'phone', use: phone, testIgnore: measured, grepInvert: /@desktop/ },
    // What else the machine does only ever adds to a figure: the best of three runs is the app's own.
    { name: 'speed-desktop', use: desktop, testMatch: measured, retries: 2 },
    { name: 'speed-phone', use: phone, testMatch: measured, retries: 2 },
  ],
});
