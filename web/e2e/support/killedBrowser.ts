/** A browser with a profile on disk that is killed, not closed, and started again. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

/** How the device misbehaves: read by every page that is loaded. */
const clockKey = 'test.clock';
const fullKey = 'test.full';

/** Runs in the page: a clock that is wrong, and a disk that has no space for what waits. */
function misbehave([clock, full]: readonly [string, string]): void {
  const offset = Number(localStorage.getItem(clock) ?? 0);
  const Right = Date;
  if (offset !== 0)
    globalThis.Date = class extends Right {
      constructor(...parts: []) {
        super(...((parts.length === 0 ? [Right.now() + offset] : parts) as []));
      }
      static override now() {
        return Right.now() + offset;
      }
    } as DateConstructor;
  // A kill may have come before the end of the full disk was stored.
  if (sessionStorage.getItem(full) === null) localStorage.removeItem(full);
  sessionStorage.setItem(full, 'known');
  const store = IDBObjectStore.prototype;
  const put = Reflect.get(store, 'put') as (
    this: IDBObjectStore,
    ...args: unknown[]
  ) => IDBRequest<IDBValidKey>;
  store.put = function (...args) {
    if (localStorage.getItem(full) !== null && this.transaction.db.name === 'ridgeline.outbox')
      throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  };
}

export interface KilledBrowser {
  /** Its page. */
  page: () => Page;
  context: () => BrowserContext;
  /** Kills it, as a phone does, and starts it again on the same profile. */
  kill: () => Promise<void>;
  /** From the next page on its clock is wrong by this, in ms. */
  setClock: (offset: number) => Promise<void>;
  /** Whether there is no space for what waits. */
  fillDisk: (isFull: boolean) => Promise<void>;
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
    await context.addInitScript(misbehave, [clockKey, fullKey] as const);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let now = await start();
  const keep = (key: string, value: string | null) =>
    now.page.evaluate(
      ([name, text]) => (text === null ? localStorage.removeItem(name) : localStorage.setItem(name, text)),
      [key, value] as const,
    );
  return {
    page: () => now.page,
    context: () => now.context,
    kill: async () => {
      const closed = new Promise((resolve) => now.context.once('close', resolve));
      execFileSync('pkill', ['-9', '-f', profile]);
      await closed;
      now = await start();
    },
    setClock: (offset) => keep(clockKey, String(offset)),
    fillDisk: (isFull) => keep(fullKey, isFull ? 'yes' : null),
    end: async () => {
      await now.context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
