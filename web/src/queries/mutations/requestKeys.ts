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

interface LostRequest {
  key: string;
  at: number;
  /** The form as it was sent: one that is made anew, such as a PDF, has other bytes. */
  form?: FormData | undefined;
}

const lost = new Map<string, LostRequest>();

/** Whether it is not known if the server has done it: a proxy answered, or nobody. */
const isLost = (failure: unknown): boolean =>
  failure instanceof ApiFailure && [0, 502, 503, 504].includes(failure.status);

function lostRequest(request: string): LostRequest | undefined {
  const known = lost.get(request);
  return known !== undefined && Date.now() - known.at < maxAge ? known : undefined;
}

/** Sends a request with its key. `request` identifies it: its path and body. */
export const withRequestKey = <T>(request: string, send: (key: string) => Promise<T>): Promise<T> =>
  sendKeyed(request, undefined, send);

/** The same for a form with a file. Where the same request was lost before, its form is sent again. */
export const withRequestForm = <T>(
  request: string,
  form: FormData,
  send: (form: FormData, key: string) => Promise<T>,
): Promise<T> => sendKeyed(request, form, (key, sent) => send(sent ?? form, key));

async function sendKeyed<T>(
  request: string,
  fresh: FormData | undefined,
  send: (key: string, form: FormData | undefined) => Promise<T>,
): Promise<T> {
  const earlier = lostRequest(request);
  const key = earlier?.key ?? newIdempotencyKey();
  const form = earlier?.form ?? fresh;
  lost.delete(request);
  try {
    return await send(key, form);
  } catch (failure) {
    if (isLost(failure)) lost.set(request, { key, at: Date.now(), form });
    const oldest = lost.keys().next().value;
    if (lost.size > maxEntries && oldest !== undefined) lost.delete(oldest);
    throw failure;
  }
}
