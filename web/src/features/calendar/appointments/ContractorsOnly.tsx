import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '@/queries/accounts/session';

import type { CalendarProps } from '../calendarProps';
import { writeView } from '../useCalendarView';

/** Shows the jobs to companies without appointments: the rail does not offer them, but the URL can be typed. */
export function ContractorsOnly({ calendar, children }: CalendarProps & { children: ReactNode }) {
  const { may } = useSession();
  if (may('appointments.view')) return children;
  const { home, today } = calendar;
  const search = writeView({ ...calendar, mode: 'jobs', view: 'month' }, today);
  return <Navigate to={{ pathname: home.pathname, search }} replace />;
}
