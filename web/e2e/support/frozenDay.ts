/**
 * A server with a fixed clock: Thursday, June 11th 2026, 10:10 AM in Nashville. The demo data is relative to the day it
 * is loaded on, so screenshots can only be compared with a fixed date.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

import type { Job, PurchaseOrder, User, WorkOrder } from '../../../bindings';
import { type Caller, callerWith } from './apiCaller';
import { copyDemo } from './demoData';
import { demoSignIn } from './fixtures';
import { freePort, isUp } from './ownServer';

/** The time of the browser's clock; the server's clock starts slightly before and runs. */
export const now = new Date('2026-06-11T15:10:00Z');
const [loadedAt, startedAt] = ['@2026-06-11 15:00:00', '@2026-06-11 15:09:30'];

/** A user who has signed up and has no company yet. */
export const newcomer = 'ana@cumbre.example';

/** The ids of the demo data, for addresses. */
export interface Places {
  job: (title: string) => string;
  workOrder: string;
  purchaseOrder: string;
  room: string;
  customer: string;
  company: string;
}

export interface FrozenDay {
  app: string;
  token: (email: string) => Promise<string>;
  places: Places;
}

/** Debian's faketime fakes the time for one process; monotonic clocks still run, because timeouts need them. */
function at(time: string, data: string, words: string[]): [string, string[], NodeJS.ProcessEnv] {
  const server = process.env.RIDGELINE_BIN ?? '../target/release/ridgeline';
  const env = { ...process.env, TZ: 'UTC', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
  return ['faketime', ['-f', time, server, ...words, '--data', data], env];
}

function loadDemo(data: string): void {
  const [command, words, env] = at(loadedAt, data, ['demo']);
  const loaded = spawnSync(command, words, { env, encoding: 'utf8', timeout: 180_000 });
  if (loaded.error !== undefined)
    throw new Error('pictures need the package "faketime", and the demo within three minutes', {
      cause: loaded.error,
    });
  if (loaded.status !== 0) throw new Error(`the demo was not loaded: ${loaded.stderr}`);
}

async function serve(): Promise<{ app: string; stop: () => void }> {
  const data = mkdtempSync(join(tmpdir(), 'ridgeline-e2e-frozen-'));
  await copyDemo('frozen', data, loadDemo);
  const port = await freePort();
  const flags = ['serve', '--listen', `127.0.0.1:${port}`, '--rate-limits', 'off'];
  const [program, started, around] = at(startedAt, data, flags);
  // A separate process group, because faketime does not forward signals.
  const server = spawn(program, started, { env: around, stdio: 'ignore', detached: true });
  const stop = () => {
    if (server.pid !== undefined) process.kill(-server.pid);
    rmSync(data, { recursive: true, force: true });
  };
  const app = `http://localhost:${port}`;
  await isUp(`${app}/api/ready`).catch((failure: unknown) => {
    stop();
    throw failure;
  });
  return { app, stop };
}

async function find(office: Caller): Promise<Places> {
  const { jobs } = await office.get<{ jobs: Job[] }>('/api/jobs/myJobs/contractor');
  const job = (title: string) => jobs.find((each) => each.title === title)?.id ?? `no job ${title}`;
  const roof = job('Whitaker tear-off & re-roof');
  const [work, purchases, chat, customers] = await Promise.all([
    office.get<{ orders: WorkOrder[] }>(`/api/work_orders/job/${roof}`),
    office.get<{ orders: PurchaseOrder[] }>(`/api/purchase_orders/job/${roof}`),
    office.get<{ rooms: { roomId: string; company: { name: string } }[] }>('/api/chat/rooms'),
    office.get<{ customers: { id: string; lastName: string }[] }>('/api/customers/find'),
  ]);
  const room = chat.rooms.find(({ company }) => company.name === 'Ríos Brothers Roofing');
  return {
    job,
    workOrder: work.orders[0]?.id ?? '',
    purchaseOrder: purchases.orders[0]?.id ?? '',
    room: room?.roomId ?? '',
    customer: customers.customers.find(({ lastName }) => lastName === 'Whitaker')?.id ?? '',
    company: jobs.find(({ id }) => id === roof)?.assignedToCompanyId ?? '',
  };
}

export const test = base.extend<object, { day: FrozenDay }>({
  baseURL: async ({ day }, use) => use(day.app),
  day: [
    async ({ playwright }, use) => {
      const { app, stop } = await serve();
      const request = await playwright.request.newContext({ baseURL: app });
      const tokens = new Map<string, Promise<string>>();
      const token = (email: string) => {
        const known = tokens.get(email) ?? demoSignIn(request, email);
        tokens.set(email, known);
        return known;
      };
      try {
        const data = { email: newcomer, password: 'ridge cap shingle' };
        const made = await request.post('/api/auth/local/signup', { data });
        tokens.set(newcomer, Promise.resolve(String((await made.json()).token)));
        // The office's second admin uses Spanish here.
        const pete = callerWith(request, await token('pete@summit-roofing.example'));
        const { user } = await pete.get<{ user: User }>('/api/auth/fetchProfile');
        await pete.post('/api/auth/user/update', { ...user, language: 'spanish' });
        const places = await find(callerWith(request, await token('marisol@summit-roofing.example')));
        await use({ app, token, places });
      } finally {
        await request.dispose();
        stop();
      }
    },
    { scope: 'worker' },
  ],
});
