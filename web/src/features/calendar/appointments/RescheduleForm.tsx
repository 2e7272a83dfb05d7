import type { Appointment } from '@bindings';
import { Button } from '@mantine/core';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useMoveLock } from '@/queries/calendar/appointments';
import { appointmentEnd, checkAppointmentTimes } from '@/wasm/rules';

import styles from './AppointmentOptions.module.css';
import { type DateTimeValues, dateTimeValues, splitStartErrors, timesForm } from './appointmentForms';
import { DateTimeFields } from './DateTimeFields';

interface RescheduleFormProps {
  appointment: Appointment;
  zone: string;
  /** Called with times that pass the rules. */
  save: (start: string, end: string) => void;
}

/**
 * Day, start and length of an appointment, to move it without dragging. Users without permission see the reason.
 */
export function RescheduleForm({ appointment, zone, save }: RescheduleFormProps) {
  const { language } = useSession();
  const fixed = useMoveLock()(appointment.status)?.message ?? null;
  const times = dateTimeValues(appointment, zone);
  const form = useRulesForm<DateTimeValues>({
    initial: times,
    check: (values) => splitStartErrors(checkAppointmentTimes(timesForm(values, zone), language), values),
    submit: (values) => {
      const { date, time, lengthMinutes } = values;
      // Only the instant resolves an ambiguous hour: unchanged fields preserve it.
      const stays = date === times.date && time === times.time;
      const start = stays ? appointment.start : timesForm(values, zone).start;
      const end = lengthMinutes === null ? undefined : appointmentEnd(start, lengthMinutes);
      if (end !== undefined) save(start, end);
    },
  });
  useFormSync(form, times);

  return (
    <form {...form.form} className={styles.move}>
      {fixed !== null && <p className={styles.fixed}>{fixed}</p>}
      <DateTimeFields form={form} zone={zone} disabled={fixed !== null} />
      <Permitted action="appointments.schedule" unless={fixed}>
        <Button type="submit" variant="default" className={styles.moveButton ?? ''} loading={form.busy}>
          {m.appointments_move()}
        </Button>
      </Permitted>
    </form>
  );
}
