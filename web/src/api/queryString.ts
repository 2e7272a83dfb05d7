/** Query strings, and fallback messages for failed calls. */
import { ApiFailure } from './client';

/** Adds the parameters to the path; blank ones are left out. */
export function withQuery(path: string, asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Awaits the call; a server error without an explanation of its own gets this message. */
export async function withFallbackMessage<T>(sentence: () => string, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.explained) throw failure;
    throw new ApiFailure(failure.status, failure.code, sentence(), failure.fields);
  }
}
