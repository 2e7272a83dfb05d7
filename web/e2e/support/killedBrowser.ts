/** A browser with a profile on disk that is killed, not closed, and started again. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

export interface KilledBrowser {
  /** Its page. */
  page: () => Page;
  context: () => BrowserContext;
  /** Kills it, as a phone does, and starts it again on the same profile. */
  kill: () => Promise<void>;
  end: () => Promise<void>;
}

export async function startKilledBrowser(baseURL: string, token: string): Promise<KilledBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ridgeline-profile-'));
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.HEADLESS_SHELL_BIN ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
      baseURL,
      serviceWorkers: 'allow',
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      timezoneId: 'America/Chicago',
    });
    await context.addInitScript((value) => localStorage.setItem('ridgeline.token', value), token);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let now = await start();
  return {
    page: () => now.page,
    context: () => now.context,
    kill: async () => {
      const closed = new Promise((resolve) => now.context.once('close', resolve));
      execFileSync('pkill', ['-9', '-f', profile]);
      await closed;
      now = await start();
    },
    end: async () => {
      await now.context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
