/**
 * Builds the page of a link, `guest.html`, beside the app: a build of its own, because it must not share a chunk with the
 * app. It runs after that of the app, whose output it keeps.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { linkWorkerManifest } from './scripts/linkWorkerManifest.mjs';
import { precompress } from './scripts/precompress.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [linkWorkerManifest(), precompress()],
  // The files of `public` are there already.
  publicDir: false,
  resolve: { alias: { '@bindings': here('../bindings/index.ts'), '@': here('./src') } },
  build: {
    target: 'es2023',
    emptyOutDir: false,
    manifest: '.vite/guest-manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: here('guest.html') },
  },
});
