/** Calls with an idempotency key: a call whose response was lost can be repeated and counts once. */
import { call, callNow, type Method, unreachable } from './client';
import { reportReachable } from './connectivity';

export { keepKeysAfter, newIdempotencyKey } from './idempotencyKey';

/** The timeout of a call, in ms. */
const timeout = 15_000;

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
