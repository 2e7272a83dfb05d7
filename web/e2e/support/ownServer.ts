/** A server with other flags than that of the journeys, for those that need one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from './fixtures';

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
  const server: ChildProcess = spawn(
    process.env.RIDGELINE_BIN ?? '../target/release/ridgeline',
    [...own, ...flags],
    { stdio: 'ignore' },
  );
  const stop = () => void server.kill();
  await isUp(`${app}/api/ready`).catch((failure: unknown) => {
    stop();
    throw failure;
  });
  return { app, data, stop };
}
