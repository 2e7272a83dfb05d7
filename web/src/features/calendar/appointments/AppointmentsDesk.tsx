import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { Refetching } from '@/ui/Skeletons';

import type { CalendarProps } from '../CalendarDesk';
import desk from '../CalendarDesk.module.css';
import { CalendarFailure } from '../CalendarFailure';
import { CalendarPanel } from '../CalendarPanel';
import { CalendarToolbar } from '../CalendarToolbar';
import { noFilters } from '../useCalendarView';
import styles from './AppointmentsDesk.module.css';
import { HourGrid } from './HourGrid';
import type { Slot } from './newSlot';
import { OnlyContractors } from './OnlyContractors';
import { useCalendarAppointments } from './useCalendarAppointments';
import { ZoneHint } from './ZoneHint';

/** The bars and the toolbar around the grid, in px, until the grid is measured. */
const around = 130;

function Appointments({ calendar }: CalendarProps) {
  const { view, day, days, show, over } = calendar;
  const { may } = useSession();
  const navigate = useNavigate();
  const { onDays, someHidden, locations, zone, isPending, isFetching, failure, tryAgain } =
    useCalendarAppointments(days, calendar, calendar.panel === 'filters');
  const { ref, height } = useElementSize();
  const open = useCallback(
    (id: string) => void navigate(over(`appointment_options/${id}`)),
    [navigate, over],
  );
  const make = useCallback(
    (slot: Slot) => void navigate(over('new_appointment'), { state: slot }),
    [navigate, over],
  );
  const empty = !isPending && failure === null && onDays.length === 0;

  return (
    <>
      <CalendarPanel calendar={calendar} locations={locations} />
      <div className={desk.main}>
        <CalendarToolbar calendar={calendar} />
        <Refetching when={isFetching && isPending} />
        <CalendarFailure failure={failure} tryAgain={tryAgain} />
        <div className={styles.hints}>
          <ZoneHint zone={zone} />
          {empty && (
            <p role="status">
              {someHidden ? m.appointments_noneShown() : m.appointments_none()}{' '}
              {!someHidden && may('appointments.create') && m.appointments_clickHour()}
            </p>
          )}
          {empty && someHidden && (
            <Button variant="default" size="compact-sm" onClick={() => show({ ...noFilters, hidden: [] })}>
              {m.appointments_showAll()}
            </Button>
          )}
        </div>
        <div ref={ref} className={desk.grid} aria-busy={isPending} data-print="calendar">
          <HourGrid
            appointments={onDays}
            zone={zone}
            view={view}
            day={day}
            height={height || window.innerHeight - around}
            onOpen={open}
            onNew={make}
          />
        </div>
      </div>
    </>
  );
}

/** The meetings with customers, by the hour. */
export function AppointmentsDesk({ calendar }: CalendarProps) {
  return (
    <OnlyContractors calendar={calendar}>
      <Appointments calendar={calendar} />
    </OnlyContractors>
  );
}
