import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

import { early } from './scripts/early.mjs';
import { precompress } from './scripts/precompress.mjs';
import { shelf } from './scripts/shelf.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const tests = ['src/**/*.test.{ts,tsx}'];
/**
 * Tests in a world of their own: those that put another module in the place of one, which the others have already, and
 * those that say `@alone` and why.
 */
const alone = globSync(tests[0] ?? '', { cwd: here('.') }).filter((file) =>
  /vi\.(mock|doMock)\(|@alone/.test(readFileSync(here(file), 'utf8')),
);

/** The shapes of what the server answers: what was kept of others is not read. */
function shape(): string {
  const hash = createHash('sha256');
  for (const file of globSync('../bindings/*.ts', { cwd: here('.') }).sort())
    hash.update(readFileSync(here(file)));
  return hash.digest('hex').slice(0, 12);
}

const arrivals = [
  'src/start.tsx',
  'src/features/landing/LandingScreen.tsx',
  'src/app/App.tsx',
  'src/features/jobs/JobsScreen.tsx',
];

/** What a first list is drawn without, and what follows it at once. */
const parts = [
  'src/ui/PopupHost.tsx',
  'src/ui/toasts.tsx',
  'src/ui/looks.ts',
  'src/features/notifications/NotificationBell.tsx',
  'src/features/jobs/PhoneFilters.tsx',
  'src/features/jobs/PlaceLinks.tsx',
].map(here);

interface Told {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

let over: Set<string> | null = null;

/** Is it one of these parts, or a file of ours that they import? */
function standsOver(id: string, told: Told): boolean {
  if (over === null) {
    over = new Set(parts);
    for (const part of over)
      for (const next of told.getModuleInfo(part)?.importedIds ?? [])
        if (/\/src\/(?!paraglide\/)/.test(next)) over.add(next);
  }
  return over.has(id);
}

/**
 * Left alone, the bundler makes a file of every icon that two screens share, and a phone asks for more than a hundred
 * of them before it shows a list: each costs it a way to the server and back.
 */
const arrived: '$initial'[] = ['$initial'];
const chunks = [
  {
    // What decides which page comes, and asks for all that it needs at once.
    name: 'way',
    tags: arrived,
    test: /vite\/preload-helper|\/src\/(api\/(token|early)|session\/firstQuestions|ui\/(tokens|base|widths)|wasm\/firstList)\b/,
    priority: 4,
  },
  {
    // What the start page has in common with the app, and needs before it shows anything.
    name: 'start',
    tags: arrived,
    test: /\/node_modules\/(react|react-dom|scheduler|@tabler|@fontsource-variable)\/|\/src\/paraglide\/|\/src\/(start\b|i18n\/language|ui\/(Mark|RoofPlan|LanguageSwitch|PageTitle|scheme))\b/,
    priority: 3,
  },
  {
    // What its form needs, once it is drawn.
    name: 'rules',
    test: /\/web\/domain\/|\/src\/(wasm|api)\/|\/src\/(i18n\/notice|ui\/(popups|useRulesForm|ErrorSummary))\b/,
    tags: arrived,
    priority: 2,
  },
  {
    // What every page behind the start page stands in.
    name: 'frame',
    tags: arrived,
    test: (id: string) => !/\.html|\/src\/main\.ts|\/features\/(landing|jobs)\//.test(id),
    priority: 1,
  },
  {
    // Both pages fetch it once their words are seen, and neither has anything else of the other for it.
    name: 'typeface',
    test: /\/node_modules\/@fontsource-variable\//,
    priority: 5,
  },
  {
    // The list itself, with what else shows a part of it.
    name: 'list',
    tags: arrived,
    test: /\/features\/jobs\//,
    priority: 0,
  },
  {
    // What is drawn over a page, and fetched behind the first: in one file, for the same reason.
    name: 'components',
    test: /\/node_modules\/(@mantine\/(hooks|notifications|core\/esm\/(utils|components\/(Checkbox|CheckIcon|CloseButton|Combobox|FocusTrap|InlineInput|Menu|Modal|ModalBase|Notification|Overlay|Paper|Popover|Portal|ScrollArea|Select|Switch|Tabs|Tooltip|Transition)))|@floating-ui|react-transition-group|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar)\//,
    priority: 0,
  },
  {
    // Our own parts of the same.
    name: (id: string, told: Told) => (standsOver(id, told) ? 'over' : null),
    priority: 0,
  },
  {
    // What several pages say and show: a file for each word and icon would cost more than all of them.
    name: 'words',
    test: /\/src\/paraglide\//,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'icons',
    test: /\/node_modules\/@tabler\//,
    minShareCount: 2,
    priority: 0,
  },
];

export default defineConfig({
  plugins: [react(), wasm(), early('start'), shelf(), precompress()],
  define: { __SHAPE__: JSON.stringify(shape()) },
  resolve: {
    alias: {
      '@rules': here('./domain/domain_wasm.js'),
      '@bindings': here('../bindings/index.ts'),
      '@': here('./src'),
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // The policy of the pages allows no inline scripts and fetches no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What people arrive at. The chunks below hold what these need, and no more.
      input: [here('index.html'), ...arrivals.map(here)],
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: {
    proxy: {
      // The live connection too.
      '/api': { target: 'http://127.0.0.1:8080', ws: true },
      '/files': 'http://127.0.0.1:8080',
    },
    fs: { allow: ['..'] },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: '100%',
    // One file instead of one for each of 6,000 icons: they are read anew by every world.
    alias: {
      '@tabler/icons-react': here('./node_modules/@tabler/icons-react/dist/cjs/tabler-icons-react.cjs'),
    },
    projects: [
      // One world for many files: `src/testing/setup.ts` clears it after each test.
      { extends: true, test: { name: 'shared', include: tests, exclude: alone, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
