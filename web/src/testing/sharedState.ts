/** State that files with a shared environment would leave to each other, besides what `setup.ts` resets. */
import { afterEach } from 'vitest';
import { resetOutbox } from '@/queries/offline/outboxState';

// A test that ends early leaves what still waits, and the pages of the next file would show it.
afterEach(resetOutbox);
