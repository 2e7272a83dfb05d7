/** Lengths that the specification names and that stand in style sheets: nothing is laid out where these tests run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colours } from '@/wasm/rules';

/** What a rule of a style sheet says, by its selector. */
function rule(file: string, selector: string): string {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const from = text.indexOf(`\n${selector} {`);
  const begin = from === -1 && text.startsWith(`${selector} {`) ? 0 : from;
  expect(begin, `${selector} in ${file}`).not.toBe(-1);
  return text.slice(begin, text.indexOf('}', begin));
}

test('the strip of unscheduled jobs leaves the calendar its room: at most 150 px', () => {
  const strip = rule('features/calendar/unscheduled/UnscheduledStrip.module.css', '.strip');
  expect(strip).toContain('max-height: 150px');
});

test('a dialog is never higher than 85 hundredths of the window', () => {
  expect(readFileSync(join(import.meta.dirname, '../overlays/Overlay.module.css'), 'utf8')).toContain(
    'max-height: 85vh',
  );
});

test('the preview of a picture in a message is 75 px wide and high', () => {
  const preview = rule('features/chat/composer/Composer.module.css', '.draft img');
  expect(preview).toContain('width: 75px');
  expect(preview).toContain('height: 75px');
});

test('who accepted is green, who still has to answer has the color of warnings', () => {
  expect(rule('ui/jobs/CrewName.module.css', '.crew[data-tone="accepted"]')).toContain('var(--rl-ok)');
  expect(rule('ui/jobs/CrewName.module.css', '.crew[data-tone="pending"]')).toContain('var(--rl-warn)');
});

test('fourteen colors can be chosen for a job, and no two are the same', () => {
  expect(new Set(colours().map(({ light }) => light)).size).toBe(14);
});
