/** Files sent in one request. */
import { isForeign, noteStatus, refusal, sessionHeaders, unreachable } from './client';
import { reportReachable } from './connectivity';
import { throttled } from './throttle';

/** Identifies the content of a form, so that the same upload twice counts as a duplicate. */
function fingerprint(form: FormData): string {
  const parts: string[] = [];
  for (const [name, value] of form) {
    const content = typeof value === 'string' ? value : `${value.name}:${value.size}:${value.lastModified}`;
    parts.push(`${name}=${content}`);
  }
  return parts.join('&');
}

export interface UploadOptions {
  /** Called with the progress, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** The idempotency key: an upload that is sent twice with the same key is stored once. */
  key?: string;
  /** A deliberate retry, which is not throttled. */
  again?: boolean;
  /** An upload without progress or an answer for this long counts as one without a response, in ms. */
  idleTimeout?: number;
}

/** Sends files. `fetch` cannot report the progress of an upload, so this is an XMLHttpRequest. */
export async function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  if (!options.again) await throttled(`POST ${path} ${fingerprint(form)}`);
  const stopped = () => new DOMException('upload stopped', 'AbortError');
  if (options.signal?.aborted === true) throw stopped();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const sent = sessionHeaders();
    request.open('POST', path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value);
    if (options.key !== undefined) request.setRequestHeader('idempotency-key', options.key);
    const lost = () => {
      reportReachable(false);
      reject(unreachable());
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        lost();
        request.abort();
      }, options.idleTimeout);
    };
    if (options.idleTimeout !== undefined) restartTimer();
    request.upload.onprogress = ({ loaded, total }) => {
      if (timer !== undefined) restartTimer();
      options.onProgress?.(total === 0 ? 1 : loaded / total);
    };
    request.onload = () => {
      if (isForeign(request.status, request.response !== null)) return lost();
      reportReachable(true);
      if (request.status >= 200 && request.status < 300) return resolve(request.response as T);
      noteStatus(request.status, sent);
      const wait = request.status === 429 ? request.getResponseHeader('retry-after') : null;
      reject(refusal(request.status, request.response, wait));
    };
    request.onerror = lost;
    request.onabort = () => reject(stopped());
    request.onloadend = () => clearTimeout(timer);
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
