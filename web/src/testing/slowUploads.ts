/** Uploads through the outbox that the test completes. */
import { onTestFinished } from 'vitest';
import { replay } from '@/queries/offline/outboxReplay';
import { resetOutbox } from '@/queries/offline/outboxState';
import { abandonUploads } from '@/queries/offline/uploadQueue';
import { type SentForm, slowForms } from './slowForms';

/** Collects uploads instead of sending them; each waits until the test answers it. What is left ends with the test. */
export function slowUploads(): SentForm[] {
  const received = slowForms();
  onTestFinished(async () => {
    abandonUploads();
    resetOutbox();
    await replay();
  });
  return received;
}
