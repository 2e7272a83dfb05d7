/** Specified lengths in style sheets, which are read as text because jsdom computes no layout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colors } from '@/wasm/rules';

/** The declarations of a CSS rule, by its selector. */
function rule(file: string, selector: string): string {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const from = text.indexOf(`\n${selector} {`);
  const begin = from === -1 && text.startsWith(`${selector} {`) ? 0 : from;
  expect(begin, `${selector} in ${file}`).not.toBe(-1);
  return text.slice(begin, text.indexOf('}', begin));
}

test('the strip of unscheduled jobs is at most 150 px high', () => {
  const strip = rule('features/calendar/unscheduled/UnscheduledStrip.module.css', '.strip');
  expect(strip).toContain('max-height: 150px');
});

test('a dialog is at most 85 % of the window height', () => {
  expect(readFileSync(join(import.meta.dirname, '../overlays/Overlay.module.css'), 'utf8')).toContain(
    'max-height: 85vh',
  );
});

test('the preview of a picture in a message is 75 × 75 px', () => {
  const preview = rule('features/chat/composer/Composer.module.css', '.draft img');
  expect(preview).toContain('width: 75px');
  expect(preview).toContain('height: 75px');
});

test('an accepted crew is green, a pending one has the warning color', () => {
  expect(rule('ui/jobs/CrewName.module.css', '.crew[data-tone="accepted"]')).toContain('var(--rl-ok)');
  expect(rule('ui/jobs/CrewName.module.css', '.crew[data-tone="pending"]')).toContain('var(--rl-warn)');
});

test('a job has fourteen colors to choose from, all different', () => {
  expect(new Set(colors().map(({ light }) => light)).size).toBe(14);
});
