import type { Appointment } from '@bindings';
import { IconPhone, IconRoute } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useCustomers } from '@/session/customers';
import { useSession } from '@/session/session';
import { placeText, routeTo } from '@/ui/routeTo';

import styles from './AppointmentOptions.module.css';
import { customerOf } from './appointmentWords';

/** The number of the customer, where this person may see customers and it is known. */
export function usePhoneOf(): (appointment: Appointment) => string | undefined {
  const { may } = useSession();
  const { customers } = useCustomers(may('customers.view'));
  return ({ customerId }) => customers?.find(({ id }) => id === customerId)?.phone;
}

/** Where it is with the way there, a number to call, and what to know. */
export function AppointmentPlace({ appointment }: { appointment: Appointment }) {
  const phone = usePhoneOf()(appointment);
  const place = placeText(appointment);
  return (
    <>
      {place !== '' && <p className={styles.text}>{place}</p>}
      {(place !== '' || phone !== undefined) && (
        <div className={styles.ways}>
          {phone !== undefined && (
            <a className={styles.way} href={`tel:${phone}`}>
              <IconPhone size={18} aria-hidden />
              {m.appointments_call()}
              <span className="spoken"> {customerOf(appointment)}</span>
              <span className="num dim">{phone}</span>
            </a>
          )}
          {place !== '' && (
            <a className={styles.way} href={routeTo(appointment)} target="_blank" rel="noreferrer">
              <IconRoute size={18} aria-hidden />
              {m.calendar_route()}
            </a>
          )}
        </div>
      )}
      {appointment.note !== null && <p className={styles.note}>{appointment.note}</p>}
    </>
  );
}
