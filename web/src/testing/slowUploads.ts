/** Uploads through the outbox that the test completes. */
import { onTestFinished } from 'vitest';
import { replay } from '@/queries/offline/outboxReplay';
import { resetOutbox } from '@/queries/offline/outboxState';
import { abandonUploads } from '@/queries/offline/uploadQueue';
import { type SentForm, slowForms } from './slowForms';

/** Captures uploads instead of sending them; each waits for a response by the test. Others end with the test. */
export function slowUploads(): SentForm[] {
  const received = slowForms();
  onTestFinished(async () => {
    abandonUploads();
    resetOutbox();
    await replay();
  });
  return received;
}
