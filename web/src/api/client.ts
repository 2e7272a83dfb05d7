/** Calls to the server. Failed calls throw an `ApiFailure` with a message for the user. */
import type { FieldError } from '@bindings';
import { locale, m, notice } from '@/i18n';
import { loadRules } from '@/wasm/rules';
import { reportReachable } from './connectivity';
import { cacheAnswer, cachedAnswer, forgetAnswer, ifNoneMatch } from './etagCache';
import { ApiFailure } from './failure';
import { IdleTimeout, readIdleTimeout, writeIdleTimeout } from './idleTimeout';
import { takePrefetched } from './prefetch';
import { noteServerTime } from './serverClock';
import { throttled } from './throttle';
import { endSession, readToken } from './token';

export { ApiFailure };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface ErrorBody {
  error?: { code?: string; message?: string; fields?: FieldError[] };
}

/** The failure of a call that the server refused. */
export function refusal(status: number, body: unknown, wait: string | null = null): ApiFailure {
  const { error, ...current } = (body ?? {}) as ErrorBody;
  const { code = 'failed', message = m.common_tryAgain(), fields = [] } = error ?? {};
  return new ApiFailure(status, code, message, fields, wait === null ? null : Number(wait) || null, current);
}

export const unreachable = () => new ApiFailure(0, 'unreachable', notice('offline'));

/** The headers that say who calls, and in which language. */
export function sessionHeaders(): Record<string, string> {
  const token = readToken();
  return {
    accept: 'application/json',
    'accept-language': locale(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/**
 * A 401 ends the session only if its own token was sent: a wrong password does not, nor does the late answer to a call
 * of an earlier session.
 */
export function noteStatus(status: number, sent: Record<string, string>): void {
  const token = readToken();
  if (status === 401 && token !== null && sent.authorization === `Bearer ${token}`) endSession();
}

/**
 * Whether a response is not the server's: a proxy says that the server is away, or the login page of a hotel answers in
 * its place.
 */
export const isForeign = (status: number, isJson: boolean): boolean =>
  !isJson && ((status >= 200 && status < 300) || status === 502 || status === 503 || status === 504);

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('json') === true;

/** Fails like a call without a response. */
async function lost(): Promise<never> {
  reportReachable(false);
  // The message is in the rules module, and the first list is requested before that has loaded.
  await loadRules();
  throw unreachable();
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

function headersOf(
  method: Method,
  path: string,
  hasBody: boolean,
  customHeaders: Record<string, string> | undefined,
): Record<string, string> {
  const session = sessionHeaders();
  if (customHeaders !== undefined) return { ...session, ...customHeaders };
  if (method === 'GET') return { ...session, ...ifNoneMatch(path, readToken()) };
  return hasBody ? { ...session, 'content-type': 'application/json' } : session;
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
  const token = readToken();
  const isCached = method === 'GET' && customHeaders === undefined;
  const limit = new IdleTimeout(method === 'GET' ? readIdleTimeout : writeIdleTimeout, signal);
  const sent = headersOf(method, path, body !== undefined, customHeaders);
  const receive = async (): Promise<{ response: Response; result: unknown }> => {
    const early = isCached ? takePrefetched(path, token) : undefined;
    const text = body === undefined ? null : JSON.stringify(body);
    const response =
      (early && (await early)) ??
      (await fetch(path, { method, headers: sent, body: text, signal: limit.signal }));
    limit.heard();
    if (response.status === 204 || response.status === 304) return { response, result: undefined };
    if (isForeign(response.status, isJson(response))) throw new TypeError('not a response of the server');
    const received = await limit.text(response);
    return { response, result: parsed(received, response.ok) };
  };
  try {
    const { response, result } = await limit.race(receive());
    reportReachable(true);
    noteServerTime(response.headers.get('date'));
    if (response.ok) onHeaders?.(response.headers);
    if (response.status === 304) {
      const kept = isCached ? cachedAnswer<T>(path, token) : undefined;
      if (kept !== undefined || !isCached) return kept as T;
      // The body that belongs to the tag is gone: it is requested again, without a tag.
      forgetAnswer(path, token);
      return await callNow(method, path, body, { 'cache-control': 'no-cache' }, onHeaders, signal);
    }
    if (!response.ok) {
      noteStatus(response.status, sent);
      throw refusal(response.status, result, response.headers.get('retry-after'));
    }
    if (isCached && response.status !== 204) cacheAnswer(path, token, response.headers.get('etag'), result);
    return result as T;
  } catch (failure) {
    if (failure instanceof ApiFailure) throw failure;
    if (signal?.aborted === true && !limit.expired) throw unreachable();
    return lost();
  } finally {
    limit.stop();
  }
}

/** The JSON of a body. A successful one that is cut off counts as no response. */
function parsed(text: string, ok: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    if (ok) throw failure;
    return null;
  }
}
