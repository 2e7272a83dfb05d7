import type { Appointment } from '@bindings';
import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconStack2 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointmentChanges } from '@/queries/calendar/appointments';
import { useCalendars } from '@/queries/calendar/calendars';

import rows from '../jobOptions/JobOptions.module.css';
import styles from './AppointmentOptions.module.css';

/** The company's calendars; those that contain the appointment are checked. */
export function AppointmentCalendars({ appointment }: { appointment: Appointment }) {
  const { data: calendars = [] } = useCalendars();
  const { toggle } = useAppointmentChanges();
  const { whyNot } = useSession();
  const [open, setOpen] = useState(false);
  const list = useId();
  const why = useId();
  const reason = whyNot('appointments.edit');
  const on = new Set(appointment.appointmentCalendarAssignments.map(({ calendarId }) => calendarId));
  const names = calendars.filter(({ id }) => on.has(id)).map(({ title }) => title);
  const Chevron = open ? IconChevronDown : IconChevronRight;

  return (
    <div>
      <button
        type="button"
        className={rows.row}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <IconStack2 size={21} stroke={1.7} aria-hidden />
        <span className="grow">
          {m.appointments_addToCalendar()}
          {names.length > 0 && <span className={styles.names}>{names.join(', ')}</span>}
        </span>
        <Chevron size={17} aria-hidden />
      </button>
      <ul id={list} hidden={!open} className={styles.calendars} aria-label={m.calendar_calendars()}>
        {calendars.map(({ id, title }) => (
          <li key={id}>
            <Checkbox
              label={title}
              checked={on.has(id)}
              disabled={reason !== null}
              aria-describedby={reason === null ? undefined : why}
              onChange={() => void runWithToast(() => toggle(appointment, id), notice('appointmentUpdated'))}
            />
          </li>
        ))}
        {calendars.length === 0 && <li className="dim">{m.appointments_noCalendars()}</li>}
        {reason !== null && (
          <li id={why} className="dim">
            {reason}
          </li>
        )}
      </ul>
    </div>
  );
}
