import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';
import { precacheManifest } from './scripts/precacheManifest.mjs';
import { precompress } from './scripts/precompress.mjs';
import { preloadChunk } from './scripts/preloadChunk.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const tests = ['src/**/*.test.{ts,tsx}'];
/**
 * Tests that run isolated: those that mock a module, which others in a shared environment may have loaded already, and
 * those that are marked `@alone`, with the reason.
 */
const alone = globSync(tests[0] ?? '', { cwd: here('.') }).filter((file) =>
  /vi\.(mock|doMock)\(|@alone/.test(readFileSync(here(file), 'utf8')),
);

/** A hash of the types of the API: responses cached under another hash are not read. */
function shape(): string {
  const hash = createHash('sha256');
  for (const file of globSync('../bindings/*.ts', { cwd: here('.') }).sort())
    hash.update(readFileSync(here(file)));
  return hash.digest('hex').slice(0, 12);
}

/** The modules that a first visit loads, apart from the page. */
const entries = [
  'src/start.tsx',
  'src/features/landing/LandingScreen.tsx',
  'src/app/App.tsx',
  'src/features/jobs/list/JobsScreen.tsx',
];

/** The modules that the first list does not need, which are loaded right after it. */
const deferredParts = [
  'src/ui/overlays/BackGuard.tsx',
  'src/ui/overlays/PopupHost.tsx',
  'src/ui/overlays/toasts.tsx',
  'src/ui/theme/deferredStyles.ts',
  'src/features/notifications/NotificationBell.tsx',
  'src/features/jobs/list/PhoneFilters.tsx',
  'src/features/jobs/list/MoreLinks.tsx',
].map(here);

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

let deferred: Set<string> | null = null;

/** Is it one of these modules, or a file of ours that they import? */
function isDeferred(id: string, graph: ModuleGraph): boolean {
  if (deferred === null) {
    deferred = new Set(deferredParts);
    for (const part of deferred)
      for (const next of graph.getModuleInfo(part)?.importedIds ?? [])
        if (/\/src\/(?!paraglide\/)/.test(next)) deferred.add(next);
  }
  return deferred.has(id);
}

/**
 * Without groups the bundler creates a chunk for every icon that two screens share, and a phone loads more than a
 * hundred of them before it shows a list; each costs a round trip.
 */
const initial: '$initial'[] = ['$initial'];
const chunks = [
  {
    // Chooses the page to load, and starts every request it needs.
    name: 'bootstrap',
    tags: initial,
    test: /vite\/preload-helper|\/src\/(api\/(token|prefetch)|queries\/jobs\/listPrefetch|ui\/theme\/(tokens|base|breakpoints)|wasm\/firstListPaint)\b/,
    priority: 4,
  },
  {
    // Shared by the start page and the app, and needed before anything is shown.
    name: 'start',
    tags: initial,
    test: /\/node_modules\/(react|react-dom|scheduler|@tabler|@fontsource-variable)\/|\/src\/paraglide\/|\/src\/(start\b|i18n\/language|ui\/(brand\/(RidgelineLogo|RoofIllustration)|inputs\/LanguageSwitch|layout\/PageTitle|theme\/colorScheme))\b/,
    priority: 3,
  },
  {
    // Needed by the form of the start page, after the first paint.
    name: 'rules',
    test: /\/web\/domain\/|\/src\/(wasm|api)\/|\/src\/(i18n\/notice|ui\/(overlays\/popups|feedback\/ErrorSummary)|components\/forms\/useRulesForm)\b/,
    tags: initial,
    priority: 2,
  },
  {
    // Shared by every page of the app.
    name: 'shell',
    tags: initial,
    test: (id: string) => !/\.html|\/src\/main\.ts|\/features\/(landing|jobs)\//.test(id),
    priority: 1,
  },
  {
    // Loaded by both after the first text is shown; a separate chunk, so that neither loads more for it.
    name: 'typeface',
    test: /\/node_modules\/@fontsource-variable\//,
    priority: 5,
  },
  {
    // The list of jobs.
    name: 'list',
    tags: initial,
    test: /\/features\/jobs\//,
    priority: 0,
  },
  {
    // Overlay components of the library, loaded after the first list: one chunk, for the same reason.
    name: 'components',
    test: /\/node_modules\/(@mantine\/(hooks|notifications|core\/esm\/(utils|components\/(Checkbox|CheckIcon|CloseButton|Combobox|FocusTrap|InlineInput|Menu|Modal|ModalBase|Notification|Overlay|Paper|Popover|Portal|ScrollArea|Select|Switch|Tabs|Tooltip|Transition)))|@floating-ui|react-transition-group|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar)\//,
    priority: 0,
  },
  {
    // Our own deferred modules.
    name: (id: string, graph: ModuleGraph) => (isDeferred(id, graph) ? 'deferred' : null),
    priority: 0,
  },
  {
    // Messages and icons that several pages share: a chunk for each would cost more than one for all of them.
    name: 'messages',
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
  plugins: [react(), wasm(), preloadChunk('start'), precacheManifest(), precompress()],
  define: { __SHAPE__: JSON.stringify(shape()) },
  resolve: {
    alias: {
      '@rules/import': here('./domain/import_sheet.js'),
      '@rules': here('./domain/domain_wasm.js'),
      '@bindings': here('../bindings/index.ts'),
      '@': here('./src'),
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // The content security policy allows neither inline scripts nor data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The chunks below hold what these entries need, and no more.
      input: [here('index.html'), ...entries.map(here)],
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: {
    proxy: {
      // Includes the WebSocket of the live connection.
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
    // One file instead of one for each of 6,000 icons: every test environment loads them again.
    alias: {
      '@tabler/icons-react': here('./node_modules/@tabler/icons-react/dist/cjs/tabler-icons-react.cjs'),
    },
    projects: [
      // One environment for many files: both setup files reset it after each test.
      {
        extends: true,
        test: {
          name: 'shared',
          include: tests,
          exclude: alone,
          isolate: false,
          setupFiles: ['src/testing/setup.ts', 'src/testing/sharedState.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
