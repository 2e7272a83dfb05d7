import { IconCheck } from '@tabler/icons-react';
import { m } from '@/i18n';
import { rangeText, shortTime } from '@/ui/dates/times';

import styles from './AppointmentBox.module.css';
import { appointmentCustomer, appointmentDay, appointmentEmployee } from './appointmentText';
import type { TimedAppointment } from './useCalendarAppointments';

interface AppointmentBoxProps {
  timed: TimedAppointment;
  zone: string;
  /** True in the month view: one line for each appointment. */
  oneLine: boolean;
}

/** Appointments up to this length, in minutes, get one line, and up to the next limit two. */
const oneLineUpTo = 30;
const twoLinesUpTo = 45;

/** The content of an appointment's box. The longer the appointment, the more is shown. */
export function AppointmentBox({ timed, zone, oneLine }: AppointmentBoxProps) {
  const { appointment, start, end, minutes } = timed;
  const done = appointment.status === 'complete';
  const line = oneLine || minutes <= oneLineUpTo;
  const range = `${shortTime(start)} – ${shortTime(end)}`;
  const label = [
    appointmentCustomer(appointment),
    appointmentDay(appointment.start, zone),
    rangeText(appointment.start, appointment.end, zone),
    appointmentEmployee(appointment),
    done ? m.appointments_completed() : '',
  ];
  return (
    <>
      <span className="spoken">{label.filter(Boolean).join(', ')}</span>
      <span className={styles.box} data-line={line || undefined} aria-hidden>
        <span className={styles.name}>
          {done && <IconCheck size={14} stroke={2.6} />}
          <b>{appointmentCustomer(appointment)}</b>
          {line && <span className={styles.more}>{shortTime(start)}</span>}
        </span>
        {!line && minutes <= twoLinesUpTo && (
          <span className={styles.more}>
            {range} {appointment.assignedToFirstName}
          </span>
        )}
        {!line && minutes > twoLinesUpTo && (
          <>
            <span className={styles.more}>{range}</span>
            <span className={styles.more}>
              {[appointmentEmployee(appointment), appointment.city].filter(Boolean).join(', ')}
            </span>
          </>
        )}
      </span>
    </>
  );
}
