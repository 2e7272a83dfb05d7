import { Outlet } from 'react-router';
import { usePhone } from '@/ui/phone';

import { CalendarPhone } from './agenda/CalendarPhone';
import { CalendarDesk } from './CalendarDesk';

/** The jobs on their days: a grid on a desktop, an agenda on a phone. Overlays of the calendar stand over both. */
export function CalendarScreen() {
  const phone = usePhone();
  return (
    <>
      {phone ? <CalendarPhone /> : <CalendarDesk />}
      <Outlet />
    </>
  );
}
