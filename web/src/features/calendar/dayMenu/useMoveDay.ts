import { useSession } from '@/queries/accounts/session';
import { useCalendarView } from '../useCalendarView';

/** Returns the address where the jobs of a day are moved, and why; null without permission. */
export function useMoveDay() {
  const { may } = useSession();
  const { over } = useCalendarView();
  if (!may('jobs.schedule')) return null;
  return (day: string, why?: string) => {
    const { pathname, search } = over(`move/${day}`);
    const params = new URLSearchParams(search);
    if (why !== undefined) params.set('why', why);
    return { pathname, search: params.toString() };
  };
}
