import { Outlet } from 'react-router';
import { usePhone } from '@/ui/theme/usePhone';

import { CalendarPhone } from './agenda/CalendarPhone';
import { CalendarDesktop } from './CalendarDesktop';

/** The calendar: a grid on a desktop, an agenda on a phone. Overlays of the calendar open over both. */
export function CalendarScreen() {
  const phone = usePhone();
  return (
    <>
      {phone ? <CalendarPhone /> : <CalendarDesktop />}
      <Outlet />
    </>
  );
}
