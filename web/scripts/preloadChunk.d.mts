import type { Plugin } from 'vite';

export function preloadChunk(name: string): Plugin;
