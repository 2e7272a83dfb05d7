/** Addresses that carry what is asked, and failures that say what did not come. */
import { ApiFailure } from './client';

/** An address with what is asked; what is blank is left out. */
export function asking(path: string, asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** What comes, or a failure in words: where the catalogue has none, in these. */
export async function saying<T>(sentence: () => string, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.explained) throw failure;
    throw new ApiFailure(failure.status, failure.code, sentence(), failure.fields);
  }
}
