import type { Appointment } from '@bindings';
import { IconPhone, IconRoute } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { addressLine, directionsUrl } from '@/ui/navigation/directions';

import styles from './AppointmentOptions.module.css';
import { appointmentCustomer } from './appointmentText';

/** Returns the phone number of an appointment's customer, if it is known and the user may see customers. */
export function useCustomerPhone(): (appointment: Appointment) => string | undefined {
  const { may } = useSession();
  const { customers } = useCustomers(may('customers.view'));
  return ({ customerId }) => customers?.find(({ id }) => id === customerId)?.phone;
}

/** The address with directions, a phone number, and the note. */
export function AppointmentLocation({ appointment }: { appointment: Appointment }) {
  const phone = useCustomerPhone()(appointment);
  const place = addressLine(appointment);
  return (
    <>
      {place !== '' && <p className={styles.text}>{place}</p>}
      {(place !== '' || phone !== undefined) && (
        <div className={styles.ways}>
          {phone !== undefined && (
            <a className={styles.way} href={`tel:${phone}`}>
              <IconPhone size={18} aria-hidden />
              {m.appointments_call()}
              <span className="spoken"> {appointmentCustomer(appointment)}</span>
              <span className="num dim">{phone}</span>
            </a>
          )}
          {place !== '' && (
            <a className={styles.way} href={directionsUrl(appointment)} target="_blank" rel="noreferrer">
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
