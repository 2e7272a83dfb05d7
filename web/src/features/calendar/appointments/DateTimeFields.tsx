import { NumberInput } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { dateFormat, midnight, numericDay } from '@/ui/dates/dates';
import { timeText } from '@/ui/dates/times';
import { instantOf, timeOfWall, wallOf } from '@/ui/dates/wallTime';
import { appointmentEnd, limits } from '@/wasm/rules';

import styles from './AppointmentFields.module.css';
import { type DateTimeValues, startTime } from './appointmentForms';

interface DateTimeFieldsProps {
  form: Pick<RulesForm<DateTimeValues>, 'values' | 'set' | 'field' | 'choice' | 'problem'>;
  zone: string;
  disabled?: boolean;
}

/** 'Tuesday 06/16/2026': includes the day of the week, because people make appointments by it. */
function dayName(instant: string, zone: string): string {
  const day = wallOf(instant, zone).slice(0, 10);
  return `${dateFormat({ weekday: 'long' }).format(midnight(day))} ${numericDay(day)}`;
}

/** The end, and a note in the nights in which the clocks change. */
function Ends({ values, zone }: { values: DateTimeValues; zone: string }) {
  const { date, time, lengthMinutes } = values;
  const start = startTime(values, zone);
  if (start === '' || instantOf(`${date}T${time}`, zone) === null) return null;
  const end = lengthMinutes === null ? undefined : appointmentEnd(start, lengthMinutes);
  const shown = wallOf(start, zone);
  const again = wallOf(appointmentEnd(start, 60) ?? start, zone) === shown;
  return (
    <div className={styles.ends} role="status">
      {timeOfWall(shown) !== time && <p>{m.appointments_gap({ time: timeText(start, zone) })}</p>}
      {again && <p>{m.appointments_twice({ time: timeText(start, zone) })}</p>}
      {end !== undefined && (
        <p className="num">{m.appointments_ends({ day: dayName(end, zone), time: timeText(end, zone) })}</p>
      )}
    </div>
  );
}

/** Day, start and length, on the company's clock, with the resulting end. */
export function DateTimeFields({ form, zone, disabled = false }: DateTimeFieldsProps) {
  const { values, set, problem } = form;
  const date = form.choice('date');
  const length = form.choice('lengthMinutes');
  return (
    <>
      <div className={styles.when}>
        <DateInput
          ariaLabels={datePickerLabels()}
          {...date}
          label={m.appointments_date()}
          required
          disabled={disabled}
          value={values.date === '' ? null : values.date}
          onChange={(day) => set('date', day ?? '')}
          valueFormat="MM/DD/YYYY"
          placeholder="MM/DD/YYYY"
          popoverProps={{ zIndex: 130, offset: date.error === undefined ? 8 : 30 }}
        />
        <TimeInput {...form.field('time')} label={m.appointments_time()} required disabled={disabled} />
        <NumberInput
          {...length}
          label={m.appointments_length()}
          required
          disabled={disabled}
          value={values.lengthMinutes ?? ''}
          onChange={(minutes) => set('lengthMinutes', typeof minutes === 'number' ? minutes : null)}
          suffix={m.appointments_minutes()}
          min={limits().appointmentMinutesMin}
          step={15}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
        />
      </div>
      {problem('lengthMinutes') === undefined && <Ends values={values} zone={zone} />}
    </>
  );
}
