/** Calls to the server. Failed calls throw an `ApiFailure` with a message for the user. */
import type { FieldError } from '@bindings';
import { locale, m, notice } from '@/i18n';
import { loadRules } from '@/wasm/rules';
import { reportReachable } from './connectivity';
import { cacheAnswer, cachedAnswer, ifNoneMatch } from './etagCache';
import { ApiFailure } from './failure';
import { takePrefetched } from './prefetch';
import { throttled } from './throttle';
import { endSession, readToken } from './token';

export { ApiFailure };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface ErrorBody {
  error?: { code?: string; message?: string; fields?: FieldError[] };
}

function failure(status: number, body: ErrorBody | null, wait: string | null = null): ApiFailure {
  const { error, ...current } = body ?? {};
  const { code = 'failed', message = m.common_tryAgain(), fields = [] } = error ?? {};
  return new ApiFailure(status, code, message, fields, wait === null ? null : Number(wait) || null, current);
}

export const unreachable = () => new ApiFailure(0, 'unreachable', notice('offline'));

function headers(): Record<string, string> {
  const token = readToken();
  return {
    accept: 'application/json',
    'accept-language': locale(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** A 401 ends the session only if a token was sent: a wrong password does not. */
function noteStatus(status: number, sent: Record<string, string>): void {
  if (status === 401 && 'authorization' in sent) endSession();
}

/**
 * Calls the API. Returns the body, or throws an `ApiFailure` whose message may be shown as it is. A call with custom
 * headers is not cached, because they change the response. `onHeaders` receives the headers of a successful response.
 * `signal` cancels the call.
 */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  customHeaders?: Record<string, string>,
  onHeaders?: (headers: Headers) => void,
  signal?: AbortSignal,
): Promise<T> {
  if (method !== 'GET')
    await throttled(`${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`);
  return callNow(method, path, body, customHeaders, onHeaders, signal);
}

/** The same for a deliberate retry: it is not throttled, and uses the token of the current session. */
export async function callNow<T>(
  method: Method,
  path: string,
  body?: unknown,
  customHeaders?: Record<string, string>,
  onHeaders?: (headers: Headers) => void,
  signal?: AbortSignal,
): Promise<T> {
  const text = body === undefined ? null : JSON.stringify(body);
  const token = readToken();
  const sent = headers();
  const early = method === 'GET' && customHeaders === undefined ? takePrefetched(path, token) : undefined;
  const response =
    (early && (await early)) ??
    (await fetch(path, {
      method,
      headers:
        customHeaders !== undefined
          ? { ...sent, ...customHeaders }
          : method === 'GET'
            ? { ...sent, ...ifNoneMatch(path, token) }
            : text === null
              ? sent
              : { ...sent, 'content-type': 'application/json' },
      body: text,
      ...(signal === undefined ? {} : { signal }),
    }).catch(async () => {
      if (signal?.aborted !== true) reportReachable(false);
      // The message is in the rules module, and the first list is requested before that has loaded.
      await loadRules();
      throw unreachable();
    }));
  reportReachable(true);
  if (response.ok) onHeaders?.(response.headers);
  if (response.status === 204) return undefined as T;
  const cached = response.status === 304 ? cachedAnswer<T>(path, token) : undefined;
  if (cached !== undefined) return cached;
  const result: unknown = await response.json().catch(() => null);
  if (response.ok) {
    if (method === 'GET' && customHeaders === undefined)
      cacheAnswer(path, token, response.headers.get('etag'), result);
    return result as T;
  }
  noteStatus(response.status, sent);
  throw failure(response.status, result as ErrorBody | null, response.headers.get('retry-after'));
}

export interface DownloadOptions {
  /** Called with the number of bytes received so far. The total is not known. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
}

/** Counts the bytes of a stream while it is read. */
async function count({ body }: Response, onProgress: (bytes: number) => void): Promise<void> {
  const reader = body?.getReader();
  let bytes = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.length;
    onProgress(bytes);
  }
}

/**
 * Fetches a file that needs a sign-in. Its name comes from the server. Throws like `call`, and an `AbortError` when
 * canceled.
 */
export async function fetchFile(path: string, options: DownloadOptions = {}): Promise<File> {
  const { onProgress, signal = null } = options;
  const lost = (failure: unknown): never => {
    if (signal?.aborted === true) throw failure;
    reportReachable(false);
    throw unreachable();
  };
  const sent = headers();
  const response = await fetch(path, { headers: { ...sent, accept: '*/*' }, signal }).catch(lost);
  reportReachable(true);
  if (!response.ok) {
    noteStatus(response.status, sent);
    throw failure(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  // A truncated body fails below.
  if (onProgress !== undefined) void count(response.clone(), onProgress).catch(() => undefined);
  return new File([await response.blob().catch(lost)], named ?? 'download');
}

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
}

/** An upload without progress for this long has stalled, in ms. */
const uploadStallTimeout = 15_000;

/** Sends files. `fetch` cannot report the progress of an upload, so this is an XMLHttpRequest. */
export async function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  if (!options.again) await throttled(`POST ${path} ${fingerprint(form)}`);
  const stopped = () => new DOMException('upload stopped', 'AbortError');
  if (options.signal?.aborted === true) throw stopped();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const sent = headers();
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
      }, uploadStallTimeout);
    };
    if (options.key !== undefined) restartTimer();
    request.upload.onprogress = ({ loaded, total }) => {
      if (timer !== undefined) restartTimer();
      options.onProgress?.(total === 0 ? 1 : loaded / total);
    };
    request.onload = () => {
      reportReachable(true);
      if (request.status >= 200 && request.status < 300) return resolve(request.response as T);
      noteStatus(request.status, sent);
      const wait = request.status === 429 ? request.getResponseHeader('retry-after') : null;
      reject(failure(request.status, request.response as ErrorBody | null, wait));
    };
    request.onerror = lost;
    request.onabort = () => reject(stopped());
    request.onloadend = () => clearTimeout(timer);
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
