/** Sends each kind of entry to the server. */
import type { AnswerAssignment, CompleteAppointment, CompleteJob, SignWorkOrder } from '@bindings';
import { ApiFailure, unreachable } from '@/api/client';
import { callIdempotent } from '@/api/idempotency';
import { type UploadOptions, upload } from '@/api/upload';
import { m } from '@/i18n';
import { limits } from '@/wasm/rules';

import type { ArrivingFile, Entry, FileEntry } from './outbox';
import { jobIdOf } from './outboxLanes';
import { deliverMove } from './outboxMoves';
import { isTemporaryId } from './temporaryIds';

const named = encodeURIComponent;

/** A file without progress for this long has stalled, in ms. */
const maxSilence = 15_000;

export interface DeliveryOptions extends UploadOptions {
  /** Keeps what the server has of the file. */
  onArriving?: (arriving: ArrivingFile | null) => Promise<void>;
}

/** Where a file is sent, and the fields besides it. */
function addressOf(entry: FileEntry): { path: string; fields: Record<string, unknown> } {
  if (entry.kind === 'photo') return { path: `/api/jobs/uploadJobImage/${named(entry.jobId)}`, fields: {} };
  const tags = entry.tags.length > 0 ? { tags: entry.tags.map(({ id }) => id) } : {};
  return {
    path: `/api/chat/sendAttachment/${named(entry.roomId)}`,
    fields: { ...tags, tempId: entry.tempId },
  };
}

/** Sends a small file in one call. */
function deliverWhole<T>(entry: FileEntry, options: DeliveryOptions): Promise<T> {
  const { path, fields } = addressOf(entry);
  const form = new FormData();
  form.set('image', entry.file);
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return upload(path, form, { ...options, key: entry.id, maxSilence });
}

/** The id of an upload, by which other calls use its file. */
const uploadId = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Loaded with the first large file. */
const loadUploads = () =>
  import('@/api/resumableUpload').catch(() => {
    throw unreachable();
  });

/** Sends a large file in parts, and then the call that uses it. */
async function deliverInParts<T>(entry: FileEntry, options: DeliveryOptions): Promise<T> {
  const { onArriving = async () => undefined, onProgress, signal } = options;
  const earlier = entry.arriving ?? null;
  let address = earlier?.address ?? null;
  if (earlier === null || !earlier.complete) {
    const { uploadInParts } = await loadUploads();
    address = await uploadInParts(entry.file, {
      address,
      onAddress: (begun) => onArriving({ address: begun, complete: false }),
      onProgress,
      signal,
    });
    await onArriving({ address, complete: true });
  }
  const { path, fields } = addressOf(entry);
  const use = `${path}?upload=${named(uploadId(address ?? ''))}`;
  try {
    return await callIdempotent<T>('POST', use, fields, entry.id, true);
  } catch (failure) {
    const isGone = failure instanceof ApiFailure && failure.status === 404;
    if (isGone) await onArriving(null);
    // What arrived in an earlier try was kept for a day.
    if (isGone && earlier?.complete === true) return deliverInParts({ ...entry, arriving: null }, options);
    throw failure;
  }
}

const deliverFile = <T>(entry: FileEntry, options: DeliveryOptions): Promise<T> =>
  entry.file.size > limits().resumableBytes ? deliverInParts(entry, options) : deliverWhole(entry, options);

/** Sends an entry with its idempotency key: sent twice it counts once. */
export async function deliver<T>(entry: Entry, options: DeliveryOptions = {}): Promise<T> {
  const { id: key, userId } = entry;
  const post = (path: string, body: object): Promise<T> =>
    callIdempotent('POST', path, body, key, options.again);
  const jobId = jobIdOf(entry);
  if (jobId !== null && isTemporaryId(jobId) && entry.kind !== 'createJob')
    throw new ApiFailure(404, 'not_found', m.outbox_jobWaits());
  switch (entry.kind) {
    case 'note': {
      return post('/api/jobs/addNote', { authorId: userId, jobId, content: entry.content });
    }
    case 'photo':
    case 'picture':
      return deliverFile(entry, options);
    case 'message': {
      const { roomId, contents, tempId, tags } = entry.message;
      const body = { userId, roomId, contents, tags: tags.map(({ id }) => id), tempId };
      return post('/api/chat/sendMessage', body);
    }
    case 'sign': {
      const { id: orderId, itemsVersion } = entry.order;
      const body: SignWorkOrder = { orderId, itemsVersion };
      return post('/api/work_orders/sign', body);
    }
    case 'completeJob': {
      const { id: jobId, status, startDate, endDate } = entry.job;
      const was = { status, startDate, endDate };
      const body: CompleteJob = { jobId, isActive: entry.isActive, was };
      return post('/api/jobs/complete', body);
    }
    case 'createJob':
      return post('/api/jobs/create', entry.form);
    case 'answerJob': {
      const { jobCrewTableId, startDate, endDate } = entry.job;
      const body: AnswerAssignment = { jobCrewTableId, didAccept: entry.accepts, startDate, endDate };
      return post('/api/jobs/update/acceptDecline', body);
    }
    case 'moveAppointment':
      return deliverMove(entry, options.again ?? false);
    case 'completeAppointment': {
      const { id, start, end } = entry.appointment;
      const body: CompleteAppointment = { followUpNote: entry.followUpNote, was: { start, end } };
      return callIdempotent('PUT', `/api/appointments/complete/${named(id)}`, body, key, options.again);
    }
  }
}
