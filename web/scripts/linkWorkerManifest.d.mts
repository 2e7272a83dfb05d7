import type { Plugin } from 'vite';

export function linkWorkerManifest(): Plugin;
