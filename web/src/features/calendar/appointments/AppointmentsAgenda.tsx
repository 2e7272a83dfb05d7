import { type RefObject, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { dayOfWall, wallNow } from '@/ui/dates/wallTime';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';

import agenda from '../agenda/Agenda.module.css';
import { CalendarFailure } from '../CalendarFailure';
import { daysIn, shownDays } from '../calendarDays';
import type { CalendarProps } from '../calendarProps';
import { AppointmentCard } from './AppointmentCard';
import { useCustomerPhone } from './AppointmentLocation';
import { ContractorsOnly } from './ContractorsOnly';
import { TimeZoneHint } from './TimeZoneHint';
import type { AppointmentDrag } from './useAppointmentDrag';
import { type TimedAppointment, useCalendarAppointments } from './useCalendarAppointments';

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

interface DayProps {
  day: string;
  today: string;
  zone: string;
  appointments: readonly TimedAppointment[];
  hand: AppointmentDrag;
  onOpen: (id: string) => void;
}

function Day({ day, today, zone, appointments, hand: { lifted, mayLift }, onOpen }: DayProps) {
  const phoneOf = useCustomerPhone();
  const name = shortDay(day);
  const over = lifted?.over;
  return (
    <section
      className={agenda.section}
      data-drop={day}
      data-over={(typeof over === 'object' && over?.day === day) || undefined}
    >
      <h2 className={agenda.dayHead}>
        <span data-today={day === today || undefined}>
          {day === today ? m.appointments_today({ day: name }) : capital(name)}
        </span>
        <span className={`num ${agenda.dayCount}`}>
          {m.appointments_count({ count: appointments.length })}
        </span>
      </h2>
      {appointments.length === 0 && <p className={agenda.free}>{m.appointments_freeDay()}</p>}
      <ul className={agenda.cards}>
        {appointments.map((timed) => (
          <AppointmentCard
            key={timed.appointment.id}
            timed={timed}
            zone={zone}
            phone={phoneOf(timed.appointment)}
            day={day}
            movable={mayLift(timed.appointment.id)}
            isLifted={lifted?.id === timed.appointment.id && lifted.day === day}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
}

interface AgendaProps extends CalendarProps {
  list: RefObject<HTMLDivElement | null>;
  /** Drags its cards to other days. */
  hand: AppointmentDrag;
}

function Days({ calendar, list, hand }: AgendaProps) {
  const { day, over } = calendar;
  const { may } = useSession();
  const navigate = useNavigate();
  const days = useMemo(() => shownDays('week', day), [day]);
  const { onDays, someHidden, zone, isPending, isFetching, failure, tryAgain } = useCalendarAppointments(
    days,
    calendar,
    false,
  );
  const open = useCallback(
    (id: string) => void navigate(over(`appointment_options/${id}`)),
    [navigate, over],
  );
  const entries = useMemo(
    () =>
      daysIn(days).map((each) => ({
        day: each,
        appointments: onDays.filter(({ start, end }) => dayOfWall(start) <= each && dayOfWall(end) >= each),
      })),
    [days, onDays],
  );
  const today = dayOfWall(wallNow(zone));

  return (
    <>
      <RefetchIndicator when={isFetching && isPending && may('appointments.view')} />
      <CalendarFailure failure={failure} tryAgain={tryAgain} />
      <TimeZoneHint zone={zone} />
      <div ref={list} data-print="list" onPointerDown={hand.onPointerDown}>
        {isPending ? (
          <SkeletonCards count={3} height={96} />
        ) : (
          entries
            .filter((entry) => entry.day === day || (entry.day > day && entry.appointments.length > 0))
            .map((entry) => (
              <Day key={entry.day} {...entry} today={today} zone={zone} hand={hand} onOpen={open} />
            ))
        )}
      </div>
      {!isPending && someHidden && onDays.length === 0 && (
        <p className={agenda.free}>{m.appointments_noneShown()}</p>
      )}
    </>
  );
}

/** The appointments on a phone: from the selected day to the end of its week, with links to call and for directions. */
export function AppointmentsAgenda({ calendar, list, hand }: AgendaProps) {
  return (
    <ContractorsOnly calendar={calendar}>
      <Days calendar={calendar} list={list} hand={hand} />
    </ContractorsOnly>
  );
}
