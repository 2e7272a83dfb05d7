/** What making or changing a series would do, as the server says it, a moment after the form has changed. */
import type { FieldError } from '@bindings';
import { useDebouncedValue } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure } from '@/api/client';

/** How long the form is at rest before the server is asked. */
const pause = 300;

interface Preview<A> {
  /** Undefined while it is being asked, and where there is none. */
  answer: A | undefined;
  isAsking: boolean;
  /** Why the server refuses a field. */
  refusalOf: (field: string) => string | undefined;
  /** Why it refuses the whole. */
  refusal: string | null;
}

const none: readonly FieldError[] = [];

/** Asks with `useAnswer`, with the form as it was a moment ago; null, a form that is not filled in, asks nothing. */
export function usePreview<C, A>(
  filled: C | null,
  useAnswer: (filled: C | null) => UseQueryResult<A>,
): Preview<A> {
  const written = JSON.stringify(filled);
  const [asked] = useDebouncedValue(written, pause);
  const { data, error, isFetching } = useAnswer(JSON.parse(asked) as C | null);
  const isCurrent = asked === written;
  const failure = isCurrent && error instanceof ApiFailure ? error : null;
  const refusals = failure?.fields ?? none;
  return {
    answer: isCurrent && failure === null ? data : undefined,
    isAsking: filled !== null && (!isCurrent || isFetching),
    refusalOf: (name) => refusals.find(({ field }) => field === name)?.message,
    refusal: failure !== null && refusals.length === 0 ? failure.message : null,
  };
}
