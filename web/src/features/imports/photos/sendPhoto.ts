/** Sends one photo of an import. */
import type { ImportId, JobId } from '@bindings';
import { ApiFailure } from '@/api/client';
import { type ArrivingFile, deliverFile } from '@/api/fileDelivery';
import { newIdempotencyKey } from '@/api/idempotency';

import type { PlannedPhoto } from './photoPlan';

/** A photo that is to be sent, and its job. */
export interface PhotoTask extends PlannedPhoto {
  jobId: JobId;
}

/** The longest wait before the next try, in ms. */
const maxWait = 30_000;

/**
 * The idempotency key: of the same photo for the same job in the same import it is the same, also when the files are
 * chosen again after the page was closed. Without a secure connection browsers do not hash.
 */
async function keyOf(importId: ImportId, jobId: JobId, file: File): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return newIdempotencyKey();
  const bytes = await new Blob([importId, jobId, file]).arrayBuffer();
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return `photo-${Array.from(hash.slice(0, 24), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The key stands for the photo, its job and its import: whatever was sent with it before is this photo. */
const isStored = (failure: ApiFailure, key: string): boolean =>
  key.startsWith('photo-') && failure.status === 422 && failure.fields[0]?.field === 'Idempotency-Key';

/** Resolves after this time, or when the import is stopped. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface SendOptions {
  importId: ImportId;
  signal: AbortSignal;
  /** Whether it waits for the network or for a busy server. */
  onWaiting: (waiting: boolean) => void;
}

/**
 * Sends a photo until the server has answered. Rejects with its refusal, or with an `AbortError` when the import is
 * stopped. A photo that the ZIP does not give rejects with another error.
 */
export async function sendPhoto(
  task: PhotoTask,
  { importId, signal, onWaiting }: SendOptions,
): Promise<void> {
  const file = await task.file.open(task.mime);
  const call = {
    file,
    path: `/api/jobs/uploadJobImage/${encodeURIComponent(task.jobId)}`,
    fields: { importId },
    key: await keyOf(importId, task.jobId, file),
  };
  // What the server has of a large photo, which goes on from there.
  let arriving: ArrivingFile | null = null;
  const onArriving = async (now: ArrivingFile | null) => {
    arriving = now;
  };
  for (let wait = 1_000; ; wait = Math.min(2 * wait, maxWait)) {
    try {
      // Not throttled: each photo is another call.
      await deliverFile({ ...call, arriving }, { signal, again: true, onArriving });
      return;
    } catch (failure) {
      if (signal.aborted) throw new DOMException('import stopped', 'AbortError');
      if (!(failure instanceof ApiFailure)) throw failure;
      if (isStored(failure, call.key)) return;
      if (!failure.unheard && failure.status !== 429) throw failure;
      onWaiting(true);
      await pause(failure.wait === null ? wait : failure.wait * 1_000, signal);
      onWaiting(false);
    }
  }
}
