import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '@/session/session';

import type { CalendarProps } from '../CalendarDesk';
import { writeView } from '../useCalendarView';

/** Who has no appointments is shown the jobs instead: the rail does not offer them, but an address may be typed. */
export function OnlyContractors({ calendar, children }: CalendarProps & { children: ReactNode }) {
  const { may } = useSession();
  if (may('appointments.view')) return children;
  const { home, today } = calendar;
  const search = writeView({ ...calendar, look: 'jobs', view: 'month' }, today);
  return <Navigate to={{ pathname: home.pathname, search }} replace />;
}
