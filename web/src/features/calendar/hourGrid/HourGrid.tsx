import '@fullcalendar/react/skeleton.css';

import type { Appointment } from '@bindings';
import FullCalendar, {
  type CalendarRef,
  type DateSelectInfo,
  type DayHeaderInfo,
  type EventApi,
  type EventDisplayInfo,
  type EventInput,
  type SlotHeaderInfo,
} from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { memo, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { locale, m, useLanguage } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useMoveLock } from '@/queries/calendar/appointments';
import { hourText } from '@/ui/dates/times';
import { wallNow } from '@/ui/dates/wallTime';
import { jobColor } from '@/ui/jobs/jobColor';
import { useScheme } from '@/ui/theme/colorScheme';
import { AppointmentBox } from '../appointments/AppointmentBox';
import { appointmentCustomer } from '../appointments/appointmentText';
import { droppedTimes, useAppointmentMoves } from '../appointments/useAppointmentMoves';
import type { TimedAppointment } from '../appointments/useCalendarAppointments';
import type { View } from '../calendarDays';
import { gridOptions } from '../grid/gridOptions';
import { useBlockedDrags } from '../grid/useBlockedDrags';
import { useDragCancel } from '../grid/useDragCancel';
import { useFrozenDuringDrag } from '../useFrozenDuringDrag';
import { useStableReferences } from '../useStableReferences';
import { hourTheme } from './hourTheme';
import styles from './hourTheme.module.css';
import type { Slot } from './newSlot';
import { slotOf } from './newSlot';

const plugins = [dayGridPlugin, timeGridPlugin, interactionPlugin, hourTheme];
const count = ({ num }: { num: number }) => m.calendar_more({ count: num });
const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;

/** 7:00 to 18:00 fit in the window, in half hours, with the day headers above, in px. */
const morning = '07:00:00';
const halfHours = 22;
const heads = 44;
const leastSlot = 26;

interface HourGridProps {
  appointments: readonly TimedAppointment[];
  zone: string;
  view: View;
  day: string;
  /** The height of the grid, in px. */
  height: number;
  onOpen: (id: string) => void;
  onNew: (slot: Slot) => void;
}

const timedOf = (event: EventApi): TimedAppointment => event.extendedProps.timed;
const appointmentOf = (event: EventApi): Appointment => timedOf(event).appointment;

function markAppointment({ el, event }: { el: HTMLElement; event: EventApi }): void {
  el.dataset.appointment = event.id;
}

/**
 * Makes the scrolling hours focusable, because a keyboard cannot scroll them if there is no appointment to focus. A
 * focusable element needs a role for screen readers, so it gets the `rowgroup` role from the parent that the grid adds.
 */
function letScrollByKeyboard({ el: grid }: { el: HTMLElement }): void {
  let at = grid.querySelector('[data-time]')?.parentElement ?? null;
  while (at !== null && at !== grid && getComputedStyle(at).overflowY !== 'auto') at = at.parentElement;
  if (at === null || at === grid) return;
  at.tabIndex = 0;
  if (at.parentElement?.role !== 'rowgroup') return;
  at.parentElement.role = 'presentation';
  at.role = 'rowgroup';
}

function DayHead({ weekdayText, dayNumberText, isToday, view, text }: DayHeaderInfo) {
  if (view.type === views.month) return text;
  return (
    <span className={styles.dayHead} data-today={isToday || undefined}>
      <span>{weekdayText}</span>
      <b>{dayNumberText}</b>
    </span>
  );
}

const hourOf = ({ time, isMinor }: SlotHeaderInfo) =>
  isMinor || time === undefined ? '' : hourText(time.milliseconds / 3_600_000);

/** The grid of hours with appointments. Dragging and resizing moves them; a refused change is reverted. */
export const HourGrid = memo(function HourGrid(props: HourGridProps) {
  const { zone, view, day, onOpen, onNew } = props;
  const height = useFrozenDuringDrag(props.height);
  const appointments = useFrozenDuringDrag(props.appointments);
  const calendar = useRef<CalendarRef>(null);
  const scheme = useScheme();
  const language = useLanguage();
  const { may } = useSession();
  const { move } = useAppointmentMoves();
  const moveLock = useMoveLock();
  /** Renders all boxes again: after a refused move the grid still shows the box where it was dropped. */
  const [drawing, redraw] = useReducer((count: number) => count + 1, 0);

  const boxes = useMemo<EventInput[]>(
    () =>
      appointments.map((timed) => {
        const { id, color, status } = timed.appointment;
        const done = status === 'complete';
        return {
          id,
          title: appointmentCustomer(timed.appointment),
          start: timed.start,
          end: timed.drawnEnd,
          color: jobColor(color, scheme, done).fill,
          editable: moveLock(status) === null,
          extendedProps: { timed, done },
        };
      }),
    [appointments, scheme, moveLock],
  );
  // The grid takes a copy for new events and renders all boxes.
  const events = useMemo(() => (drawing === 0 ? boxes : [...boxes]), [boxes, drawing]);

  const [start] = useState({ view, day });
  useLayoutEffect(() => {
    calendar.current?.getApi().changeView(views[view], day);
  }, [view, day]);

  const slot = Math.max(leastSlot, Math.floor((height - heads) / halfHours));

  // A change of the hours' height scrolls the morning away from the top.
  useLayoutEffect(() => {
    if (slot > 0) calendar.current?.getApi().scrollToTime(morning);
  }, [slot]);

  const moved = useCallback(
    ({ event, oldEvent }: { event: EventApi; oldEvent: EventApi }) => {
      const appointment = appointmentOf(event);
      const times = droppedTimes(appointment, event, oldEvent, zone);
      if (times === null) return redraw();
      void move(appointment, times.start, times.end).then((succeeded) => succeeded || redraw());
    },
    [move, zone],
  );

  const chosen = useCallback(
    (span: DateSelectInfo) => {
      calendar.current?.getApi().unselect();
      onNew(slotOf(span));
    },
    [onNew],
  );

  // A new function would be a changed option, which the grid must not get while it renders.
  const now = useCallback(() => wallNow(zone), [zone]);

  const handlers = useStableReferences({
    eventClick: ({ event }: { event: EventApi }) => onOpen(event.id),
    eventDrop: moved,
    eventResize: moved,
    select: chosen,
  });

  useDragCancel();
  const attempt = useBlockedDrags(
    useCallback(
      (id) => {
        const found = appointments.find(({ appointment }) => appointment.id === id);
        return found === undefined ? null : (moveLock(found.appointment.status)?.message ?? null);
      },
      [appointments, moveLock],
    ),
    'appointment',
  );

  const content = useCallback(
    ({ event, view: drawn }: EventDisplayInfo) =>
      event.extendedProps.timed === undefined ? null : (
        <AppointmentBox timed={timedOf(event)} zone={zone} oneLine={drawn.type === views.month} />
      ),
    [zone],
  );

  return (
    <div style={{ height: '100%' }} onPointerDown={attempt}>
      <FullCalendar
        ref={calendar}
        viewDidMount={letScrollByKeyboard}
        plugins={plugins}
        {...gridOptions}
        locale={locale(language)}
        timeZone="UTC"
        now={now}
        nowIndicator
        initialView={views[start.view]}
        initialDate={start.day}
        dayMaxEventRows={view === 'month'}
        allDaySlot={false}
        scrollTime={morning}
        scrollTimeReset={false}
        slotDuration="00:30:00"
        snapDuration="00:15:00"
        slotMinHeight={slot}
        slotHeaderContent={hourOf}
        slotEventOverlap={false}
        eventMinHeight={24}
        eventOrder="start,-duration,title"
        selectable={may('appointments.create')}
        selectMirror
        events={events}
        dayHeaderContent={DayHead}
        eventDidMount={markAppointment}
        eventContent={content}
        {...handlers}
        moreLinkHint={m.appointments_wholeDay()}
        moreLinkContent={count}
      />
    </div>
  );
});
