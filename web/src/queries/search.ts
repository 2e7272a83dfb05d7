/** One search for everything of the company that one may see. */
import type { SearchAnswer } from '@bindings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

/**
 * What answers these words, while the former answer stays on screen. Blank words find nothing: they let the server
 * ready what is looked through, before the first letter is typed.
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
    // Results are not reused: somebody else may have added a match meanwhile.
    staleTime: 5_000,
    gcTime: 60_000,
  });
};
