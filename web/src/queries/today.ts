/** The overview of the day, as the server puts it together for the signed-in user. Events refetch it. */
import type { Today } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { m } from '@/i18n';
import { polling } from '@/queries/live/polling';

export const todayKey = ['today'] as const;

export function useToday() {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: todayKey,
    queryFn: () => call<Today>('GET', '/api/today'),
    ...polling,
  });
  const failure = isError && data === undefined ? m.today_failed() : null;
  return { today: data, isPending, failure, refetch };
}
