/**
 * The demo data, loaded once for each run of the tests and copied for each server: drawing its photos takes seconds of
 * processor time, and every worker of every project starts a server.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The environment variable with the folder of the loaded demos, which workers inherit from the global setup. */
export const demoVariable = 'RIDGELINE_E2E_DEMO_DATA';

/** Copies the demo of this name into an empty folder. The first worker that needs it loads it, others wait for that. */
export async function copyDemo(name: string, data: string, load: (folder: string) => void): Promise<void> {
  const folder = process.env[demoVariable];
  if (folder === undefined) throw new Error(`the global setup has not set ${demoVariable}`);
  const template = join(folder, `${name}-data`);
  const ready = join(folder, `${name}-ready`);
  const failed = join(folder, `${name}-failed`);
  if (claim(join(folder, `${name}-claimed`))) {
    try {
      load(template);
      writeFileSync(ready, '');
    } catch (failure) {
      writeFileSync(failed, String(failure));
      throw failure;
    }
  }
  const isDone = () => existsSync(ready) || existsSync(failed);
  await expect.poll(isDone, { message: `the demo data "${name}" is loaded`, timeout: 180_000 }).toBe(true);
  if (existsSync(failed)) throw new Error(`another worker could not load the demo data "${name}"`);
  cpSync(template, data, { recursive: true });
}

/** Whether this process is the first to create the folder. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
