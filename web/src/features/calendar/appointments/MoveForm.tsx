import type { Appointment } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { useWhyUnmoved } from '@/session/appointments';
import { useSession } from '@/session/session';
import { Permitted } from '@/ui/Permitted';
import { useFollow } from '@/ui/useFollow';
import { useRulesForm } from '@/ui/useRulesForm';
import { appointmentEnd, checkAppointmentTimes } from '@/wasm/rules';

import styles from './AppointmentOptions.module.css';
import { atFields, timesForm, type WhenValues, whenOf } from './appointmentForms';
import { WhenFields } from './WhenFields';

interface MoveFormProps {
  appointment: Appointment;
  zone: string;
  /** Sends times that the rules agree to. */
  save: (start: string, end: string) => void;
}

/** Day, start and length of an appointment: the way to move it without dragging. Who may not reads why. */
export function MoveForm({ appointment, zone, save }: MoveFormProps) {
  const { language } = useSession();
  const fixed = useWhyUnmoved()(appointment.status)?.message ?? null;
  const times = whenOf(appointment, zone);
  const form = useRulesForm<WhenValues>({
    initial: times,
    check: (values) => atFields(checkAppointmentTimes(timesForm(values, zone), language), values),
    submit: (values) => {
      const { date, time, lengthMinutes } = values;
      // The hour that comes twice is told apart only by the instant itself: what was not touched stays as it is.
      const stays = date === times.date && time === times.time;
      const start = stays ? appointment.start : timesForm(values, zone).start;
      const end = lengthMinutes === null ? undefined : appointmentEnd(start, lengthMinutes);
      if (end !== undefined) save(start, end);
    },
  });
  useFollow(form, times);

  return (
    <form {...form.form} className={styles.move}>
      {fixed !== null && <p className={styles.fixed}>{fixed}</p>}
      <WhenFields form={form} zone={zone} disabled={fixed !== null} />
      <Permitted action="appointments.schedule" unless={fixed}>
        <Button type="submit" variant="default" className={styles.moveButton ?? ''} loading={form.busy}>
          {m.appointments_move()}
        </Button>
      </Permitted>
    </form>
  );
}
