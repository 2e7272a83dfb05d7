import { type RefObject, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { dayOfWall, wallNow } from '@/session/wallTime';
import { shortDay } from '@/ui/days';
import { Refetching, SkeletonCards } from '@/ui/Skeletons';

import agenda from '../agenda/Agenda.module.css';
import type { CalendarProps } from '../CalendarDesk';
import { CalendarFailure } from '../CalendarFailure';
import { everyDay, shownDays } from '../calendarDays';
import { AppointmentCard } from './AppointmentCard';
import { usePhoneOf } from './AppointmentPlace';
import { OnlyContractors } from './OnlyContractors';
import type { AppointmentHand } from './useAppointmentDrag';
import { type TimedAppointment, useCalendarAppointments } from './useCalendarAppointments';
import { ZoneHint } from './ZoneHint';

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

interface DayProps {
  day: string;
  today: string;
  zone: string;
  appointments: readonly TimedAppointment[];
  hand: AppointmentHand;
  onOpen: (id: string) => void;
}

function Day({ day, today, zone, appointments, hand: { lifted, mayLift }, onOpen }: DayProps) {
  const phoneOf = usePhoneOf();
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
  /** What carries its cards to other days. */
  hand: AppointmentHand;
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
      everyDay(days).map((each) => ({
        day: each,
        appointments: onDays.filter(({ start, end }) => dayOfWall(start) <= each && dayOfWall(end) >= each),
      })),
    [days, onDays],
  );
  const today = dayOfWall(wallNow(zone));

  return (
    <>
      <Refetching when={isFetching && isPending && may('appointments.view')} />
      <CalendarFailure failure={failure} tryAgain={tryAgain} />
      <ZoneHint zone={zone} />
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

/** The appointments of a phone: from the chosen day on to the end of its week, with a call and the way there. */
export function AppointmentsAgenda({ calendar, list, hand }: AgendaProps) {
  return (
    <OnlyContractors calendar={calendar}>
      <Days calendar={calendar} list={list} hand={hand} />
    </OnlyContractors>
  );
}
