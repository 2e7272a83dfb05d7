/** Query strings, and fallback messages for failed calls. */
import { ApiFailure } from './client';

/** Adds the parameters to the path; blank ones are left out. */
export function withQuery(path: string, params: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Awaits the call; a server error that explains nothing gets this message. */
export async function withFallbackMessage<T>(message: () => string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.explained) throw failure;
    throw new ApiFailure(failure.status, failure.code, message(), failure.fields);
  }
}
