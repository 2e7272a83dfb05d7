import { Outlet } from 'react-router';
import { usePhone } from '@/ui/Overlay';

import { Agenda } from './agenda/Agenda';
import { CalendarDesk } from './CalendarDesk';

/** The jobs on their days: a grid on a desktop, an agenda on a phone. Overlays of the calendar stand over both. */
export function CalendarScreen() {
  const phone = usePhone();
  return (
    <>
      {phone ? <Agenda /> : <CalendarDesk />}
      <Outlet />
    </>
  );
}
