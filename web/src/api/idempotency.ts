/** Calls with an idempotency key: a call whose response was lost can be repeated and counts once. */
import { call, callNow, type Method, unreachable } from './client';
import { reportReachable } from './connectivity';

/** The timeout of a call, in ms. */
const timeout = 15_000;

let last = 0;

/** A unique key (UUID v7). Keys sort in the order in which they were created. */
export function newIdempotencyKey(): string {
  last = Math.max(Date.now(), last + 1);
  const [first = 0, second = 0, ...rest] = crypto.getRandomValues(new Uint8Array(10));
  const bytes = [0x70 | (first & 0x0f), second, 0x80 | ((rest[0] ?? 0) & 0x3f), ...rest.slice(1)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const all = `${last.toString(16).padStart(12, '0')}${hex}`;
  return all.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Keys made from now on sort after this one, also if the clock was set back meanwhile. */
export function keepKeysAfter(key: string): void {
  const at = Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16);
  if (at > last) last = at;
}

/** Like `call`, or like `callNow` for a retry (`again`). A call that times out fails like one without a response. */
export async function callIdempotent<T>(
  method: Method,
  path: string,
  body: object,
  key: string,
  again = false,
): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  try {
    const result = await (again ? callNow : call)<T | null>(
      method,
      path,
      body,
      headers,
      undefined,
      stop.signal,
    );
    // A response that was cut off has no body.
    if (result === null) throw unreachable();
    return result;
  } finally {
    clearTimeout(timer);
    if (stop.signal.aborted) reportReachable(false);
  }
}
