/** State that files with a shared environment would leave to each other, besides what `setup.ts` resets. */
import { afterAll, afterEach } from 'vitest';
import { resetOutbox } from '@/queries/offline/outboxState';

// A test that ends early leaves what still waits, and the pages of the next file would show it.
afterEach(resetOutbox);

// With it, what cannot be sent would wait in the outbox instead of being refused, in every file that runs later.
afterAll(() => {
  if ('indexedDB' in globalThis) throw new Error('a test that installs IndexedDB runs @alone');
});
