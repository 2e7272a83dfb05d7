import type { Appointment, AppointmentSeriesForm, FieldError, Series } from '@bindings';
import { Textarea } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointmentSeriesChanges } from '@/queries/calendar/appointmentSeries';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { dayOfWall, instantOf, timeOfWall, wallOf } from '@/ui/dates/wallTime';
import { toast } from '@/ui/overlays/toasts';
import { limits, sentence } from '@/wasm/rules';
import { EveryFields, type EveryValues, RepeatPreview } from './RepeatFields';
import { anyDay, numberOf, repeatDays } from './repeatDays';
import styles from './Series.module.css';

interface Values extends EveryValues {
  date: string;
  time: string;
  note: string;
}

/** The fields of the form under which the rule's refusals are shown. */
const shownAt: Record<string, string> = { start: 'date', times: 'interval' };

/** What was changed in the form; the rest stays. */
function changesOf(id: string, values: Values, was: Values, zone: string): AppointmentSeriesForm {
  const { unit, date, time, note } = values;
  const interval = numberOf(values.interval);
  const isNewRule = unit !== was.unit || interval !== numberOf(was.interval);
  const stays = date === was.date && time === was.time;
  const start = stays ? null : instantOf(`${date}T${time}`, zone);
  return {
    appointmentId: id,
    ...(isNewRule ? { unit, interval } : {}),
    ...(start === null ? {} : { start }),
    ...(note === was.note ? {} : { note }),
  };
}

interface ChangeAppointmentsPanelProps {
  appointment: Appointment;
  series: Series;
  onClose: () => void;
}

/** Changes a repeating appointment and those that follow it; those before it stay. */
export function ChangeAppointmentsPanel({ appointment, series, onClose }: ChangeAppointmentsPanelProps) {
  const { language } = useSession();
  const zone = useCompanyZone();
  const { change } = useAppointmentSeriesChanges();
  const left = series.count - series.position + 1;
  const ruled = ({ date, unit, interval }: Values) =>
    repeatDays(date, { unit, interval: numberOf(interval), times: Math.max(left, 2) }, anyDay, language);
  const wall = wallOf(appointment.start, zone);
  const noTime = ({ date, time }: Values): FieldError[] =>
    date === '' || instantOf(`${date}T${time}`, zone) !== null
      ? []
      : [{ field: 'time', code: 'format', message: sentence('timeFormat', language) }];
  const form = useRulesForm<Values>({
    initial: {
      date: dayOfWall(wall),
      time: timeOfWall(wall),
      unit: series.unit,
      interval: series.interval,
      note: appointment.note ?? '',
    },
    check: (values) => [
      ...ruled(values).errors.map((wrong) => ({ ...wrong, field: shownAt[wrong.field] ?? wrong.field })),
      ...noTime(values),
    ],
    submit: async (values, was) => {
      const { appointments, kept } = await change(changesOf(appointment.id, values, was, zone));
      const changed = m.series_changedAppointments({ count: appointments.length });
      if (kept.length === 0) toast.sweet(changed);
      else toast.warn(changed, m.series_keptAppointments({ count: kept.length }));
      onClose();
    },
  });
  const { value: date, ...day } = form.choice('date');
  const { days } = ruled(form.values);
  return (
    <FormPanel
      title={m.series_changeAppointmentsTitle()}
      form={form}
      verb={m.series_changeAppointmentsVerb({ count: left })}
      onClose={onClose}
    >
      <p className="muted">{m.series_changeAppointmentsHint()}</p>
      <div className={styles.every}>
        <TimeInput {...form.field('time')} label={m.appointments_time()} required />
        <DateInput
          {...day}
          label={m.appointments_date()}
          value={date === '' ? null : date}
          required
          ariaLabels={datePickerLabels()}
          valueFormat="MM/DD/YYYY"
          placeholder="MM/DD/YYYY"
        />
      </div>
      <EveryFields interval={form.choice('interval')} unit={form.choice('unit')} />
      <Textarea
        {...form.field('note')}
        label={m.appointments_note()}
        maxLength={limits().appointmentNote}
        autosize
        minRows={2}
      />
      {left > 1 && <RepeatPreview days={days} />}
    </FormPanel>
  );
}
