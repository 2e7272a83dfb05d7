/** The global search, over everything that the user may see. */
import type { SearchAnswer } from '@bindings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

/**
 * The results for these words; the previous results stay while they are fetched. A blank query finds nothing: it lets
 * the server prepare its index before the first letter is typed.
 */
export const useSearch = (typed: string) => {
  const words = typed.trim();
  return useQuery({
    queryKey: ['search', words],
    queryFn: ({ signal }) => {
      const path = `/api/search?q=${encodeURIComponent(words)}`;
      return call<SearchAnswer>('GET', path, undefined, undefined, undefined, signal);
    },
    placeholderData: keepPreviousData,
    // Results are not cached: another user may have added a match meanwhile.
    staleTime: 5_000,
    gcTime: 60_000,
  });
};
