/** Calls with a fallback message for server errors that explain nothing. */
import type { FieldError, Notice } from '@bindings';
import { ApiFailure, call, type Method } from '@/api/client';
import { callIdempotent } from '@/api/idempotency';
import { notice } from '@/i18n';
import { withRequestKey } from './requestKeys';

/** Keeps the message of a refusal; other server errors get the notice from the catalog. */
export function explainFailure(failure: unknown, failureNotice: Notice): ApiFailure {
  if (!(failure instanceof ApiFailure)) throw failure;
  if (failure.explained) return failure;
  return new ApiFailure(failure.status, failure.code, notice(failureNotice), failure.fields);
}

/** Throws the refusal of a rule as an `ApiFailure`, as the server would. */
export function assertAllowed(refusal: FieldError | null): void {
  if (refusal !== null) throw new ApiFailure(422, 'validation', refusal.message, [refusal]);
}

export interface ApiRequest {
  /** POST by default. */
  method?: Method;
  /** Relative to `/api/jobs/`, or absolute if it begins with a slash. */
  path: string;
  body?: object;
  /** The message for a server error. */
  failureNotice: Notice;
}

/** Requests that create or send something, which must not happen twice. */
const creates =
  /(^|\/)((create|new|add|invite|connect)[A-Za-z_]*|contractor_vendors|contacts|feedback|receive)$/;

/** Calls the API of jobs. Rejects with an `ApiFailure` ready for `popup.oops`. */
export async function sendRequest<T>({ method = 'POST', path, body, failureNotice }: ApiRequest): Promise<T> {
  const address = path.startsWith('/') ? path : `/api/jobs/${path}`;
  try {
    if (method !== 'POST' || !creates.test(path) || body === undefined)
      return await call<T>(method, address, body);
    return await withRequestKey(`${method} ${address} ${JSON.stringify(body)}`, (key) =>
      callIdempotent<T>(method, address, body, key),
    );
  } catch (failure) {
    throw explainFailure(failure, failureNotice);
  }
}
