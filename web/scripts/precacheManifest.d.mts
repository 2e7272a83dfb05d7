import type { Plugin } from 'vite';

export function precacheManifest(): Plugin;
