import { ApiFailure } from '@/api/client';

/** The messages about a period that the rules refuse, which a retry cannot fix; empty for any other failure. */
export const invalidDays = (failure: Error | null): readonly string[] =>
  failure instanceof ApiFailure ? failure.fields.map(({ message }) => message) : [];
