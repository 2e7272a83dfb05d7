/** The walls of the web: which folder may import which, how long a file may be, what both languages must say. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import en from '../messages/en.json';
import es from '../messages/es.json';

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Lower may not import higher; a feature may not import another feature. */
const storeys = ['wasm', 'i18n', 'api', 'session', 'ui', 'features', 'app'];
const storey = (path: string) => storeys.indexOf(path.split('/')[0] ?? '');

const own = Object.entries(sources)
  .map(([file, text]) => [file.slice(2), text] as const)
  .filter(([file]) => storey(file) !== -1 && !/\.test\.|\/testing\./.test(file));

const imports = (text: string) =>
  [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, path]) => path ?? '');

function isHole(here: string, path: string): boolean {
  const [room, feature] = here.split('/');
  if (path.startsWith('@rules')) return room !== 'wasm';
  if (path.startsWith('@/paraglide')) return room !== 'i18n';
  if (/(^|\/)testing(\/|$)/.test(path)) return true;
  if (path.includes('../../')) return true;
  if (!path.startsWith('@/')) return false;
  const there = path.slice(2);
  if (storey(there) > storey(here)) return true;
  return room === 'features' && there.startsWith('features/') && there.split('/')[1] !== feature;
}

test('imports go down, never up or sideways', () => {
  const holes = own.flatMap(([here, text]) =>
    imports(text)
      .filter((path) => isHole(here, path))
      .map((path) => `${here} -> ${path}`),
  );
  expect(holes).toEqual([]);
  expect(own.length).toBeGreaterThan(60);
});

test('the walls are walls: what must not be imported is seen', () => {
  expect(isHole('ui/Mark.tsx', '@/features/jobs/JobsScreen')).toBe(true);
  expect(isHole('features/jobs/JobsScreen.tsx', '@/features/calendar/CalendarScreen')).toBe(true);
  expect(isHole('session/session.tsx', '@/ui/popups')).toBe(true);
  expect(isHole('features/jobs/JobsScreen.tsx', '@rules')).toBe(true);
  expect(isHole('features/jobs/JobsScreen.tsx', '@/ui/Mark')).toBe(false);
});

test('no file outgrows its reader', () => {
  const long = Object.entries(sources).filter(
    ([file, text]) => !file.startsWith('./paraglide/') && text.split('\n').length > 251,
  );
  expect(long.map(([file]) => file)).toEqual([]);
});

test('the component library and the router stay out of the landing page', () => {
  const heavy = own
    .filter(([file]) => file.startsWith('features/landing/'))
    .flatMap(([file, text]) => imports(text).map((path) => [file, path] as const))
    .filter(([, path]) => /@mantine|@tanstack|@fullcalendar|react-router/.test(path));
  expect(heavy).toEqual([]);
});

const gaps = (sentence: unknown) => [...new Set(JSON.stringify(sentence).match(/\{\w+\}/g) ?? [])].sort();

test('both languages say the same things, with the same gaps, in order', () => {
  expect(Object.keys(es)).toEqual(Object.keys(en));
  const [schema, ...keys] = Object.keys(en);
  expect(schema).toBe('$schema');
  expect(keys).toEqual([...keys].sort());
  const spanish: Record<string, unknown> = es;
  const uneven = Object.entries(en).filter(
    ([key, sentence]) => String(gaps(sentence)) !== String(gaps(spanish[key])),
  );
  expect(uneven).toEqual([]);
});

test('every sentence is said somewhere', () => {
  const all = Object.entries(sources)
    .filter(([file]) => !file.startsWith('./paraglide/'))
    .map(([, text]) => text)
    .join('\n');
  const silent = Object.keys(en).filter((key) => key !== '$schema' && !all.includes(`m.${key}(`));
  expect(silent).toEqual([]);
});

test('colors have names: only tokens and pictures spell them out', () => {
  const named = /(tokens|landing\/\w+\.module|AuthFrame\.module|TopBar\.module|Avatar\.module)\.css$/;
  const spelled = globSync('**/*.css', { cwd: import.meta.dirname })
    .filter((file) => !named.test(file))
    .filter((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      return /#[0-9a-f]{3,8}\b/i.test(text.replaceAll(/url\([^)]*\)/g, ''));
    });
  expect(spelled).toEqual([]);
});
