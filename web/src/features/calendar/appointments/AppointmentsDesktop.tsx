import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import desk from '../CalendarDesktop.module.css';
import { CalendarFrame } from '../CalendarFrame';
import type { CalendarProps } from '../calendarProps';
import { HourGrid } from '../hourGrid/HourGrid';
import type { Slot } from '../hourGrid/newSlot';
import { noFilters } from '../useCalendarView';
import styles from './AppointmentsDesktop.module.css';
import { ContractorsOnly } from './ContractorsOnly';
import { TimeZoneHint } from './TimeZoneHint';
import { useCalendarAppointments } from './useCalendarAppointments';

/** The height of the bars and the toolbar around the grid, in px, until the grid is measured. */
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
    <CalendarFrame
      calendar={calendar}
      locations={locations}
      isFetching={isFetching && isPending}
      failure={failure}
      tryAgain={tryAgain}
    >
      <div className={styles.hints}>
        <TimeZoneHint zone={zone} />
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
    </CalendarFrame>
  );
}

/** The meetings with customers, in a grid of hours. */
export function AppointmentsDesktop({ calendar }: CalendarProps) {
  return (
    <ContractorsOnly calendar={calendar}>
      <Appointments calendar={calendar} />
    </ContractorsOnly>
  );
}
