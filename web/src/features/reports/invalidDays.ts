import { ApiFailure } from '@/api/client';

/** The sentences about days that the rules refuse, which no second try lets through; none for any other trouble. */
export const invalidDays = (failure: Error | null): readonly string[] =>
  failure instanceof ApiFailure ? failure.fields.map(({ message }) => message) : [];
