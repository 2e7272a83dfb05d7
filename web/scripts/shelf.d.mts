import type { Plugin } from 'vite';

export function shelf(): Plugin;
