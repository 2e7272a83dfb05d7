/** The servers of the tests: one with the demo for each worker, and servers with other flags for tests that need them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

import { bounded } from './bounded';
import { copyDemo, demoVariable } from './demoData';

const program = process.env.RIDGELINE_BIN ?? '../target/release/ridgeline';

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : 0));
    });
  });
}

/** Waits until an address responds successfully. */
export async function isUp(address: string): Promise<void> {
  const answers = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { message: `an answer of ${address}`, timeout: 120_000 }).toBe(true);
}

export interface OwnServer {
  /** The address of the app. */
  app: string;
  /** The data folder, with the sent mails. */
  data: string;
  stop: () => void;
}

/** Starts a server with an empty database, at the address that is in its mails and known to its provider. */
export async function startServer(port: number, flags: string[]): Promise<OwnServer> {
  // Deleted with the demos when all tests have ended: a test may start another server on the same data.
  const data = mkdtempSync(join(process.env[demoVariable] ?? tmpdir(), 'own-'));
  const app = `http://localhost:${port}`;
  const own = ['serve', '--data', data, '--listen', `127.0.0.1:${port}`, '--public-url', app];
  const server: ChildProcess = spawn(program, [...own, ...flags], { stdio: 'ignore' });
  const stop = () => void server.kill();
  await isUp(`${app}/api/ready`).catch((failure: unknown) => {
    stop();
    throw failure;
  });
  return { app, data, stop };
}

function loadDemo(data: string): void {
  const loaded = spawnSync(program, ['demo', '--data', data], { encoding: 'utf8', timeout: 180_000 });
  if (loaded.status !== 0) throw new Error(`the demo was not loaded: ${loaded.error ?? loaded.stderr}`);
}

/** Starts a server with the demo in a separate folder. It chooses a free port itself, so that there is no race. */
export async function startDemoServer(browser: string): Promise<OwnServer> {
  const data = mkdtempSync(join(tmpdir(), `ridgeline-e2e-${browser}-`));
  await copyDemo('today', data, loadDemo);
  const words = ['serve', '--data', data, '--listen', '127.0.0.1:0'];
  const server = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () => {
    server.kill();
    rmSync(data, { recursive: true, force: true });
  };
  const ready = new Promise<string>((resolve, reject) => {
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface(server.stdout).on('line', (line) => {
      const address = /ready on (http:\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const app = await bounded(ready, 'the server of the journeys is ready').catch((failure: unknown) => {
    stop();
    throw failure;
  });
  return { app, data, stop };
}
