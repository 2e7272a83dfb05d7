/** The end-to-end tests in Debian's Chromium, against real servers with real databases, at desktop and phone size. */
import { defineConfig, devices } from '@playwright/test';

const chromium = {
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    // Only maps use software WebGL: compositing pages is faster without it.
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Chromium without the window: the same engine with a third less work. Only measurements need the whole browser. */
const headlessShell = {
  ...chromium,
  executablePath: process.env.HEADLESS_SHELL_BIN ?? chromium.executablePath,
  // With it the shell draws text as Chromium does on a desktop.
  args: [
    ...chromium.args,
    '--font-render-hinting=slight',
    // The helper threads of the garbage collector compete with the other workers: a tenth of the time.
    '--js-flags=--single-threaded-gc',
  ],
};

/**
 * A browser keeps its page from test to test, without what the test before stored: it compiles the app once, which
 * saves half of the time of a load.
 */
const reuseContext = true;

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

/** Performance measurements: they run last, so that nothing else slows them down. */
const speedTests = '*Speed.e2e.ts';
const screenshotTests = 'screens.e2e.ts';
const notJourneys = [speedTests, screenshotTests];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/support/globalSetup.ts',
  timeout: 360_000,
  // Long enough for a busy machine. It costs nothing otherwise: a test continues as soon as an expectation holds.
  expect: {
    timeout: 30_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/../../docs/screens/{arg}{ext}',
      animations: 'disabled',
      caret: 'hide',
      stylePath: 'e2e/support/screenshot.css',
      scale: 'css',
      // Tolerates the text rendering of another Chromium build; a bar of one day in a month is twice as much.
      threshold: 0.3,
      maxDiffPixelRatio: 0.002,
    },
  },
  fullyParallel: false,
  // Each worker has a separate browser and server; one worker leaves a core idle half of the time.
  workers: Number(process.env.RIDGELINE_E2E_WORKERS ?? 2),
  forbidOnly: true,
  // A check of a clean clone that fails once names the test as flaky, and goes on. At a desk a test has one try.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list']],
  use: {
    launchOptions: chromium,
    // Tests load the app from the server; only the offline tests use the service worker that caches it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Tracing takes a fifth of the time. `RIDGELINE_E2E_TRACE=on` saves the traces of failed tests.
    trace: process.env.RIDGELINE_E2E_TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
  },
  projects: [
    // Screenshots have one size each, and tests that do not depend on the size run in one. The long files come
    // first, so that at the end no worker waits for another.
    {
      name: 'screens-desktop',
      use: { ...desktop, launchOptions: headlessShell, reuseContext },
      testMatch: screenshotTests,
      grepInvert: /@phone/,
    },
    {
      name: 'screens-phone',
      use: { ...phone, launchOptions: headlessShell, reuseContext },
      testMatch: screenshotTests,
      grepInvert: /@desktop/,
    },
    {
      name: 'desktop',
      // Without animations, which the phone shows: they take a tenth of the processor time of a journey.
      use: {
        ...desktop,
        launchOptions: headlessShell,
        reuseContext,
        contextOptions: { reducedMotion: 'reduce' },
      },
      testIgnore: notJourneys,
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      use: { ...phone, launchOptions: headlessShell, reuseContext },
      testIgnore: notJourneys,
      grepInvert: /@desktop/,
    },
    // Other load on the machine can only make a measurement worse, so the best of three runs counts.
    { name: 'speed-desktop', use: desktop, testMatch: speedTests, retries: 2 },
    { name: 'speed-phone', use: phone, testMatch: speedTests, retries: 2 },
  ],
});
