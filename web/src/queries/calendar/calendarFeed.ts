/** The secret address at which an external calendar reads what this user sees. */
import type { Feed } from '@bindings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { fetchFile } from '@/api/download';

const key = ['calendarFeed'] as const;
const path = '/api/calendar/feed';

export const useFeed = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call<{ feed: Feed }>('GET', path)).feed });

/**
 * Creating a feed replaces the previous one, whose address stops working at once. The address is returned once, and
 * stays in `made` until the screen is left.
 */
export function useFeedChanges() {
  const queries = useQueryClient();
  const keep = ({ feed }: { feed: Feed }) => queries.setQueryData<Feed>(key, { ...feed, url: null });
  const create = useMutation({ mutationFn: () => call<{ feed: Feed }>('POST', path), onSuccess: keep });
  const revoke = useMutation({
    mutationFn: () => call<{ feed: Feed }>('DELETE', path),
    onSuccess: (response) => {
      create.reset();
      keep(response);
    },
  });
  const url = create.data?.feed.url ?? null;
  return {
    made: url === null ? null : new URL(url, location.origin).href,
    make: () => create.mutateAsync(),
    revoke: () => revoke.mutateAsync(),
    busy: create.isPending || revoke.isPending,
  };
}

/** One job as a file for any calendar. */
export const fetchJobEvent = (id: string): Promise<File> =>
  fetchFile(`/api/jobs/ics/${encodeURIComponent(id)}`);
