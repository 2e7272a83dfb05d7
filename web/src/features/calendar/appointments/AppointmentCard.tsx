import { IconPhone, IconRoute } from '@tabler/icons-react';
import { m } from '@/i18n';
import { rangeText } from '@/ui/dates/times';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { addressLine, directionsUrl } from '@/ui/navigation/directions';

import card from '../agenda/AgendaCard.module.css';
import styles from './AppointmentCard.module.css';
import { appointmentCustomer, appointmentEmployee } from './appointmentText';
import type { TimedAppointment } from './useCalendarAppointments';

interface AppointmentCardProps {
  timed: TimedAppointment;
  zone: string;
  /** The customer's phone number, if known. */
  phone: string | undefined;
  /** The day whose list contains it. */
  day: string;
  /** True if it can be dragged to another day. */
  movable: boolean;
  isLifted: boolean;
  onOpen: (id: string) => void;
}

/** An appointment on a phone: a card that opens it, with links to call and for directions. */
export function AppointmentCard(props: AppointmentCardProps) {
  const { timed, zone, phone, day, movable, isLifted, onOpen } = props;
  const { appointment } = timed;
  const { id, color, status, start, end, address, city } = appointment;
  const paint = useJobColor();
  const done = status === 'complete';
  const name = appointmentCustomer(appointment);
  return (
    <li
      className={`card ${card.card}`}
      data-movable={movable || undefined}
      data-lifted={isLifted || undefined}
    >
      <button
        type="button"
        className={card.open}
        data-appointment={id}
        data-day={day}
        onClick={() => onOpen(id)}
      >
        <span className={card.edge} style={{ background: paint(color, done).fill }} />
        <span className={card.words}>
          <span className={`num ${styles.time}`}>{rangeText(start, end, zone)}</span>
          <span className={card.title}>{name}</span>
          {(address || city) && (
            <span className={card.place}>{[address, city].filter(Boolean).join(', ')}</span>
          )}
          <span className={card.crew}>
            <span className="trunc">{appointmentEmployee(appointment)}</span>
            {done && <StatusPill status="complete" />}
          </span>
        </span>
      </button>
      {phone !== undefined && (
        <a className={card.route} href={`tel:${phone}`}>
          <IconPhone size={22} stroke={1.9} aria-hidden />
          <span>
            {m.appointments_call()}
            <span className="spoken"> {name}</span>
          </span>
        </a>
      )}
      {addressLine(appointment) !== '' && (
        <a className={card.route} href={directionsUrl(appointment)} target="_blank" rel="noreferrer">
          <IconRoute size={22} stroke={1.9} aria-hidden />
          <span>
            {m.calendar_route()}
            <span className="spoken"> {name}</span>
          </span>
        </a>
      )}
    </li>
  );
}
