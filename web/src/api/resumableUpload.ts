/**
 * Uploads files in parts, by tus 1.0 (docs/api.md): what the server has of a file is not sent again, so that 15 MB get
 * through a line that breaks every half minute.
 */
import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { noteStatus, refusal, sessionHeaders, unreachable } from './client';
import { reportReachable } from './connectivity';
import { newIdempotencyKey } from './idempotency';

/** Where uploads begin. */
const endpoint = '/api/uploads';
/** An upload without progress for this long has stalled, in ms. */
const stallTimeout = 15_000;
/** The pauses before it continues after a break, in ms; then the caller tries again later. */
const retryDelays = [0, 1_000, 3_000, 5_000];

export interface ResumableOptions {
  /** Where an earlier try has left its part of the file. */
  address: string | null;
  /** Called with the address of a new upload, to be kept for later tries. */
  onAddress: (address: string) => Promise<void>;
  /** Called with the progress, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * No response, or not the server's, or the server has got on with the file meanwhile because a part arrived twice: it is
 * worth going on from what has arrived.
 */
function isBreak(response: HttpResponse | null): boolean {
  const status = response?.getStatus() ?? 0;
  if (status < 400 || status === 409) return true;
  return status >= 500 && bodyOf(response?.getBody() ?? '') === null;
}

const responseOf = (failure: Error): HttpResponse | null =>
  (failure as DetailedError).originalResponse ?? null;

/** Uploads a file; resolves with its address when all of it has arrived. */
export function uploadInParts(file: File, options: ResumableOptions): Promise<string> {
  const { address, onAddress, onProgress, signal } = options;
  const stopped = () => new DOMException('upload stopped', 'AbortError');
  if (signal?.aborted === true) return Promise.reject(stopped());
  const sent = sessionHeaders();
  const key = newIdempotencyKey();
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (failure: Error) => {
      clearTimeout(timer);
      void upload.abort().catch(() => undefined);
      reject(failure);
    };
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reportReachable(false);
        end(unreachable());
      }, stallTimeout);
    };
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: address,
      headers: sent,
      retryDelays,
      // The address is kept with the file, and not under its name in this browser.
      storeFingerprintForResuming: false,
      // An upload whose beginning was answered to nobody is begun once.
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'POST') request.setHeader('idempotency-key', key);
      },
      onShouldRetry: (failure) => isBreak(responseOf(failure)),
      onUploadUrlAvailable: () => {
        if (upload.url !== null && upload.url !== address) void onAddress(upload.url).catch(() => undefined);
      },
      onProgress: (bytes, total) => {
        restartTimer();
        onProgress?.(total === 0 ? 1 : bytes / total);
      },
      onSuccess: () => {
        clearTimeout(timer);
        reportReachable(true);
        if (upload.url === null) reject(unreachable());
        else resolve(upload.url);
      },
      onError: (failure) => {
        const response = responseOf(failure);
        const status = response?.getStatus() ?? 0;
        reportReachable(status === 409 || !isBreak(response));
        if (isBreak(response)) return end(unreachable());
        noteStatus(status, sent);
        end(refusal(status, bodyOf(response?.getBody() ?? ''), response?.getHeader('retry-after') ?? null));
      },
    });
    signal?.addEventListener('abort', () => end(stopped()));
    restartTimer();
    upload.start();
  });
}
