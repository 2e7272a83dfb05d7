import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

import { precompress } from './scripts/precompress.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react(), wasm(), precompress()],
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
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 30_000,
  },
});
