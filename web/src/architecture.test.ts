/** The structure of `src`: what may import what, how folders are named, and how large files and folders may become. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { circlesOf, importGraph, importsOf, type Sources, targetOf } from './testing/importGraph';

const read = import.meta.glob<string>('./**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const sources: Sources = new Map(
  Object.entries(read)
    .map(([file, text]) => [file.slice(2), text] as const)
    .filter(([file]) => !file.startsWith('paraglide/')),
);

const isTest = (file: string): boolean => /\.test\.|(^|\/)testing(\/|\.|$)/.test(file);

/** From the bottom to the top: a layer imports only those before it. */
const layers = ['wasm', 'i18n', 'api', 'queries', 'ui', 'components', 'features', 'app'];
const layerOf = (path: string): number => layers.indexOf(path.split('/')[0] ?? '');

/** The files of the app, without its tests and `main.ts`, which starts it. */
const own = [...sources].filter(([file]) => layerOf(file) !== -1 && !isTest(file));

/** The names of the capabilities, the same as in the server: folders and files of `queries` and `features` have them. */
const capabilities = [
  ...[
    'accounts',
    'companies',
    'jobs',
    'calendar',
    'orders',
    'chat',
    'notifications',
    'imports',
    'operations',
  ],
  ...['activity', 'live', 'connections', 'crews', 'customers', 'vendors', 'products', 'reports', 'search'],
  ...['translations', 'files', 'today', 'api_keys', 'guest_links', 'planning'],
  ...['changes', 'webhooks'],
];

/** Names that are no capability: working offline, what all mutations share, and pages that only inform. */
const otherNames: Record<string, readonly string[]> = {
  queries: ['offline', 'mutations'],
  features: ['offline', 'landing', 'help', 'latest'],
};

/** Why a file must not import that path; null where it may. */
function violation(file: string, path: string): string | null {
  const [layer = '', name] = file.split('/');
  if (path.startsWith('@rules')) return layer === 'wasm' ? null : 'only wasm imports the rules';
  if (path.startsWith('@/paraglide')) return layer === 'i18n' ? null : 'only i18n imports the messages';
  if (path.includes('../../')) return 'a long way up is an absolute path';
  const target = targetOf(file, path);
  if (target === null) return null;
  if (isTest(target)) return 'only tests import test code';
  if (layerOf(target) > layerOf(file)) return 'a lower layer does not import a higher one';
  const [targetLayer = '', targetName] = target.split('/');
  if (layer === 'ui' && ['api', 'queries'].includes(targetLayer)) return 'ui knows no data';
  if (layer === 'features' && targetLayer === 'features' && targetName !== name) return 'features stay apart';
  return null;
}

test('imports go down, never up or sideways', () => {
  const refused = own.flatMap(([file, text]) =>
    importsOf(text).flatMap((path) => {
      const reason = violation(file, path);
      return reason === null ? [] : `${file} -> ${path}: ${reason}`;
    }),
  );
  expect(refused).toEqual([]);
  expect(own.length).toBeGreaterThan(600);
});

test('a forbidden import is found', () => {
  const screen = 'features/jobs/list/JobsScreen.tsx';
  expect(violation('ui/brand/RidgelineLogo.tsx', `@/${screen}`)).toContain('higher');
  expect(violation('queries/accounts/session.tsx', '@/ui/overlays/popups')).toContain('higher');
  expect(violation('components/forms/useRulesForm.ts', '@/app/navItems')).toContain('higher');
  expect(violation('ui/layout/PageTitle.tsx', '@/queries/jobs/jobs')).toContain('no data');
  expect(violation('ui/layout/PageTitle.tsx', '@/api/client')).toContain('no data');
  expect(violation(screen, '@/features/calendar/CalendarScreen')).toContain('apart');
  expect(violation('features/jobs/jobText.ts', '../calendar/calendarDays')).toContain('apart');
  expect(violation(screen, '@/testing/render')).toContain('tests');
  expect(violation(screen, './testing')).toContain('tests');
  expect(violation(screen, '../../search/commands')).toContain('absolute');
  expect(violation(screen, '@rules')).toContain('rules');
  expect(violation(screen, '@/paraglide/messages')).toContain('messages');
  expect(violation(screen, '@/ui/brand/RidgelineLogo')).toBeNull();
  expect(violation(screen, '../page/JobPage')).toBeNull();
  expect(violation(screen, 'react')).toBeNull();
});

// Type imports count, because a reader of the file reads those too, and so do dynamic imports.
test('there are no import cycles', () => {
  expect(circlesOf(importGraph(sources))).toEqual([]);
});

test('an import cycle is found, whether by types, by lazy screens or across several files', () => {
  const circles = (files: Record<string, string>) => circlesOf(importGraph(new Map(Object.entries(files))));
  const a = "import type { B } from './b';";
  expect(circles({ 'app/a.ts': a, 'app/b.ts': "export const load = () => import('@/app/a');" })).toEqual([
    ['app/a.ts', 'app/b.ts'],
  ]);
  expect(
    circles({ 'a.ts': a, 'b.ts': "export { c } from './c';", 'c.tsx': "import './a';", 'd.ts': a }),
  ).toEqual([['a.ts', 'b.ts', 'c.tsx']]);
  expect(circles({ 'a.ts': a, 'b.ts': "import { useState } from 'react';" })).toEqual([]);
});

/** Folders and files directly below a layer whose name is not in the list. */
function unknownNames(layer: string, files: Iterable<string>): string[] {
  const known = new Set([...capabilities, ...(otherNames[layer] ?? [])]);
  const found = [...files]
    .filter((file) => file.startsWith(`${layer}/`))
    .map((file) => file.split('/')[1] ?? '');
  return [...new Set(found.map((name) => name.replace(/\..*$/, '')))].filter((word) => !known.has(word));
}

test('queries and features are named after the capabilities', () => {
  expect(unknownNames('queries', sources.keys())).toEqual([]);
  expect(unknownNames('features', sources.keys())).toEqual([]);
  expect(
    unknownNames('queries', ['queries/jobs/notes.ts', 'queries/crews.ts', 'queries/landing/x.ts']),
  ).toEqual(['landing']);
  expect(unknownNames('features', ['features/messages/Room.tsx', 'features/chat/Room.tsx'])).toEqual([
    'messages',
  ]);
});

/** Folders with more than 25 files, not counting tests and styles, which are stored beside their files. */
function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.split('/').slice(0, -1).join('/');
    if (!/\.test\.|\.css$/.test(file)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 25).map(([folder, count]) => `${folder}: ${count}`);
}

test('no folder holds more than 25 files', () => {
  const files = globSync('**/*.*', { cwd: import.meta.dirname }).filter(
    (file) => !file.startsWith('paraglide'),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(crowdedFolders(files)).toEqual([]);
  const filesInFolder = (count: number) =>
    Array.from({ length: count }, (_, index) => `ui/layout/File${index}.tsx`);
  expect(
    crowdedFolders([...filesInFolder(25), 'ui/layout/File0.test.tsx', 'ui/layout/File0.module.css']),
  ).toEqual([]);
  expect(crowdedFolders(filesInFolder(26))).toEqual(['ui/layout: 26']);
});

test('no file has more than 250 lines', () => {
  const long = [...sources].filter(([, text]) => text.split('\n').length > 251);
  expect(long.map(([file]) => file)).toEqual([]);
});

test('the component library and the router stay out of the landing page', () => {
  const heavy = own
    .filter(([file]) => file.startsWith('features/landing/'))
    .flatMap(([file, text]) => importsOf(text).map((path) => [file, path] as const))
    .filter(([, path]) => /@mantine|@tanstack|@fullcalendar|react-router/.test(path));
  expect(heavy).toEqual([]);
});

test('color values are defined only in tokens and illustrations', () => {
  const allowed = /(tokens|landing\/\w+\.module|AuthFrame\.module|TopBar\.module|Avatar\.module)\.css$/;
  const withColors = globSync('**/*.css', { cwd: import.meta.dirname })
    .filter((file) => !allowed.test(file))
    .filter((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      return /#[0-9a-f]{3,8}\b/i.test(text.replaceAll(/url\([^)]*\)/g, ''));
    });
  expect(withColors).toEqual([]);
});

/** What the page of a link may load besides its own files: nothing that brings React, the rules or the queries with it. */
const lightModules = [
  '@/api/idempotencyKey',
  '@/i18n/dayNames',
  '@/i18n/pageTexts',
  '@/ui/navigation/directions',
  '@/ui/theme/tokens.css',
  '@/ui/theme/base.css',
];

test('the page of a link loads nothing of the app, because its reader has one bar', () => {
  const pageFiles = [...sources].filter(([file]) => file.startsWith('guest/') && !isTest(file));
  expect(pageFiles.length).toBeGreaterThan(15);
  const heavy = pageFiles.flatMap(([file, text]) =>
    importsOf(text)
      .filter((path) => path.startsWith('@/') && !lightModules.includes(path))
      .concat(importsOf(text).filter((path) => /^(react|@mantine|@tanstack|@rules)/.test(path)))
      .map((path) => `${file} -> ${path}`),
  );
  expect(heavy).toEqual([]);
});
