/** Sends a file with the call that stores it: a small one in one request, a large one in parts. */
import { limits } from '@/wasm/rules';

import { ApiFailure, unreachable } from './client';
import { callIdempotent } from './idempotency';
import { type UploadOptions, upload } from './upload';

/** A file that is uploaded in parts. */
export interface ArrivingFile {
  /** The address of the upload. */
  address: string;
  /** Whether all of it has arrived. */
  complete: boolean;
}

/** A file without progress for this long has stalled, in ms. */
const idleTimeout = 15_000;

export interface FileDeliveryOptions extends UploadOptions {
  /** Keeps what the server has of the file. */
  onArriving?: (arriving: ArrivingFile | null) => Promise<void>;
}

/** A file, and the call that stores it. */
export interface FileCall {
  file: File;
  path: string;
  /** The fields besides the file. */
  fields: Record<string, unknown>;
  /** The idempotency key. */
  key: string;
  /** What an earlier try has sent of it. */
  arriving?: ArrivingFile | null;
}

function deliverWhole<T>({ file, path, fields, key }: FileCall, options: FileDeliveryOptions): Promise<T> {
  const form = new FormData();
  form.set('image', file);
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return upload(path, form, { ...options, key, idleTimeout });
}

/** The id of an upload, by which other calls use its file. */
const uploadId = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Loaded with the first large file. */
const loadUploads = () =>
  import('./resumableUpload').catch(() => {
    throw unreachable();
  });

/** Sends the file in parts, and then the call that uses it. */
async function deliverInParts<T>(sent: FileCall, options: FileDeliveryOptions): Promise<T> {
  const { onArriving = async () => undefined, onProgress, signal } = options;
  const { file, path, fields, key } = sent;
  const earlier = sent.arriving ?? null;
  let address = earlier?.address ?? null;
  if (earlier === null || !earlier.complete) {
    const { uploadInParts } = await loadUploads();
    address = await uploadInParts(file, {
      address,
      onAddress: (begun) => onArriving({ address: begun, complete: false }),
      onProgress,
      signal,
    });
    await onArriving({ address, complete: true });
  }
  const use = `${path}?upload=${encodeURIComponent(uploadId(address ?? ''))}`;
  try {
    return await callIdempotent<T>('POST', use, fields, key, true);
  } catch (failure) {
    const isGone = failure instanceof ApiFailure && failure.status === 404;
    if (isGone) await onArriving(null);
    // What arrived in an earlier try was kept for a day.
    if (isGone && earlier?.complete === true) return deliverInParts({ ...sent, arriving: null }, options);
    throw failure;
  }
}

export const deliverFile = <T>(sent: FileCall, options: FileDeliveryOptions): Promise<T> =>
  sent.file.size > limits().resumableBytes ? deliverInParts(sent, options) : deliverWhole(sent, options);
