/** The calls of a link's holder. The secret in the address is their only credential. */
import type { FieldError, GuestOrderView, GuestView } from '@bindings';

/** What a link shows: a job or an order. */
export type LinkView = GuestView | GuestOrderView;

/** How long a response may take, in ms; a photo on a slow line takes longer. */
const readTimeout = 15_000;
const sendTimeout = 120_000;

/** A call that was refused, or not answered (status 0). */
export class CallFailure extends Error {
  constructor(
    /** The HTTP status, 0 when the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** What the response has beside the error: with the code `changed`, what is true now. */
    readonly current: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CallFailure';
  }

  /** Trying again later may help. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** The link is wrong or has ended, or what the call is about was deleted. */
  get ended(): boolean {
    return this.status === 404;
  }
}

interface Refusal {
  error?: { code?: string; message?: string; fields?: FieldError[] };
}

async function answered(path: string, options: RequestInit, timeout: number): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, { ...options, signal: AbortSignal.timeout(timeout) });
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    // What is not JSON is from a proxy, or from the login page of a public network.
    if (!isJson) throw new TypeError('not a response of the server');
    body = await response.json();
  } catch {
    throw new CallFailure(0, 'unreachable', '');
  }
  if (response.ok) return body;
  const { error, ...current } = body as Refusal & Record<string, unknown>;
  const message = error?.fields?.[0]?.message ?? error?.message ?? '';
  throw new CallFailure(response.status, error?.code ?? '', message, current);
}

const pathOf = (secret: string) => `/api/guest/${encodeURIComponent(secret)}`;

/** What the link shows. */
export const readView = async (secret: string): Promise<LinkView> =>
  (await answered(pathOf(secret), {}, readTimeout)) as LinkView;

/** Changes something. The same key counts once, however often it is sent. */
export function send(secret: string, call: string, body: object | FormData, key: string): Promise<unknown> {
  const isForm = body instanceof FormData;
  const headers = { 'idempotency-key': key, ...(isForm ? {} : { 'content-type': 'application/json' }) };
  const sent = isForm ? body : JSON.stringify(body);
  return answered(`${pathOf(secret)}/${call}`, { method: 'POST', headers, body: sent }, sendTimeout);
}

/** The address of the calendar with the days. */
export const calendarUrl = (secret: string): string => `${pathOf(secret)}/calendar.ics`;
