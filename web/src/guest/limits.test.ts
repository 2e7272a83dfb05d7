import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '@/wasm/rules';
import { textLimits } from './limits';

test("a text that a link's page takes is taken by the server, and none is cut that it would take", () => {
  const { line, lines } = limits();
  const ofLinks = readFileSync('../domain/src/limits/guest_links.rs', 'utf8');
  const reason = Number(/REASON: u32 = (\d+)/.exec(ofLinks)?.[1]);
  expect(textLimits).toEqual({ line, lines, reason });
});
