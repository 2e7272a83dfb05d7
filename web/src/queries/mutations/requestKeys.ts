/**
 * Idempotency keys of requests that create something. A request whose answer was lost keeps its key: whoever sends the
 * same again, from the same form, gets what the first one created.
 */
import { ApiFailure } from '@/api/client';
import { newIdempotencyKey } from '@/api/idempotency';

/** How long a lost request is remembered, in ms. Later the same is meant as another one. */
const maxAge = 15 * 60_000;

/** The most requests that are remembered. */
const maxEntries = 50;

const lost = new Map<string, { key: string; at: number }>();

/** Whether it is not known if the server has done it: a proxy answered, or nobody. */
const isLost = (failure: unknown): boolean =>
  failure instanceof ApiFailure && [0, 502, 503, 504].includes(failure.status);

function keyOf(request: string): string {
  const known = lost.get(request);
  return known !== undefined && Date.now() - known.at < maxAge ? known.key : newIdempotencyKey();
}

/** Sends a request with its key. `request` identifies it: its path and body. */
export async function withRequestKey<T>(request: string, send: (key: string) => Promise<T>): Promise<T> {
  const key = keyOf(request);
  lost.delete(request);
  try {
    return await send(key);
  } catch (failure) {
    if (isLost(failure)) lost.set(request, { key, at: Date.now() });
    const oldest = lost.keys().next().value;
    if (lost.size > maxEntries && oldest !== undefined) lost.delete(oldest);
    throw failure;
  }
}
