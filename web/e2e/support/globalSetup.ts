/**
 * Playwright's global setup: makes the folder of the loaded demos and of the tests' own servers; the returned function
 * removes it at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { demoVariable } from './demoData';

export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ridgeline-e2e-demo-'));
  process.env[demoVariable] = folder;
  // A server that was just stopped may still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
