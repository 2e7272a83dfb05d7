/** The servers of the journeys: one with the demo for each worker, and those with other flags for those that need one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

import { bounded } from './bounded';

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

/** Waits until an address answers well. */
export async function isUp(address: string): Promise<void> {
  const answers = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { message: `an answer of ${address}`, timeout: 120_000 }).toBe(true);
}

export interface OwnServer {
  /** Where the app is. */
  app: string;
  /** The folder of its data, with the mails that left it. */
  data: string;
  stop: () => void;
}

/** Starts one with an empty database, at an address that its mails and its provider lead to. */
export async function startServer(port: number, flags: string[]): Promise<OwnServer> {
  const data = mkdtempSync(join(tmpdir(), 'ridgeline-e2e-own-'));
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

/** Starts one with the demo in a folder of its own. It chooses its port itself, so that nobody else can take it first. */
export async function startDemoServer(browser: string): Promise<OwnServer> {
  const data = mkdtempSync(join(tmpdir(), `ridgeline-e2e-${browser}-`));
  const loaded = spawnSync(program, ['demo', '--data', data], { encoding: 'utf8', timeout: 180_000 });
  if (loaded.status !== 0) throw new Error(`the demo was not loaded: ${loaded.error ?? loaded.stderr}`);
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
