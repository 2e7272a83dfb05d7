import type { Appointment, AppointmentSeriesForm, FieldError, Series } from '@bindings';
import { DateInput, TimeInput } from '@mantine/dates';
import { useState } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointmentSeriesChanges, useAppointmentsPreview } from '@/queries/calendar/appointmentSeries';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { timeText } from '@/ui/dates/times';
import { dayOfWall, instantOf, timeOfWall, wallOf } from '@/ui/dates/wallTime';
import { GrowingTextarea } from '@/ui/inputs/GrowingTextarea';
import { toast } from '@/ui/overlays/toasts';
import { limits, sentence } from '@/wasm/rules';
import { EveryFields, type EveryValues, RepeatPreview } from './RepeatFields';
import { fullDay, numberOf } from './repeatDays';
import styles from './Series.module.css';
import { usePreview } from './usePreview';

interface Values extends EveryValues {
  date: string;
  time: string;
  note: string;
}

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
  const wall = wallOf(appointment.start, zone);
  const noTime = (date: string, time: string): FieldError[] =>
    date === '' || instantOf(`${date}T${time}`, zone) !== null
      ? []
      : [{ field: 'time', code: 'format', message: sentence('timeFormat', language) }];
  // As it was when the panel opened: a colleague may change it meanwhile.
  const [initial] = useState<Values>(() => ({
    date: dayOfWall(wall),
    time: timeOfWall(wall),
    unit: series.unit,
    interval: series.interval,
    note: appointment.note ?? '',
  }));
  // The rest is checked by the server, which knows the days of the others.
  const form = useRulesForm<Values>({
    initial,
    check: ({ date, time }) => noTime(date, time),
    submit: async (values, was) => {
      const { appointments, kept } = await change(changesOf(appointment.id, values, was, zone));
      const changed = m.series_changedAppointments({ count: appointments.length });
      if (kept.length === 0) toast.sweet(changed);
      else toast.warn(changed, m.series_keptAppointments({ count: kept.length }));
      onClose();
    },
  });
  const { value: date, ...day } = form.choice('date');
  const isFilled = form.values.interval !== '' && noTime(form.values.date, form.values.time).length === 0;
  // The days depend on everything but the note.
  const moved = { ...form.values, note: initial.note };
  const { answer, isAsking, refusal, refusalOf } = usePreview(
    isFilled ? changesOf(appointment.id, moved, initial, zone) : null,
    useAppointmentsPreview,
  );
  const written = (start: string) => `${fullDay(dayOfWall(wallOf(start, zone)))}, ${timeText(start, zone)}`;
  return (
    <FormPanel
      title={m.series_changeAppointmentsTitle()}
      form={form}
      verb={m.series_changeAppointmentsVerb({
        count: answer?.appointments.length ?? series.following + 1,
      })}
      onClose={onClose}
    >
      <p className="muted">{m.series_changeAppointmentsHint()}</p>
      <div className={styles.every}>
        <TimeInput {...form.field('time')} label={m.appointments_time()} required />
        <DateInput
          {...day}
          error={form.problem('date') ?? refusalOf('start')}
          label={m.appointments_date()}
          value={date === '' ? null : date}
          required
          ariaLabels={datePickerLabels()}
          valueFormat="MM/DD/YYYY"
          placeholder="MM/DD/YYYY"
        />
      </div>
      <EveryFields
        interval={{ ...form.choice('interval'), error: form.problem('interval') ?? refusalOf('interval') }}
        unit={form.choice('unit')}
      />
      <GrowingTextarea
        {...form.field('note')}
        label={m.appointments_note()}
        maxLength={limits().appointmentNote}
        minRows={2}
      />
      <RepeatPreview
        isAsking={isAsking}
        refusal={refusal}
        days={answer?.appointments.map(({ id, start }) => ({ id, day: start }))}
        write={written}
        kept={answer?.kept.length ? m.series_keptAppointments({ count: answer.kept.length }) : null}
      />
    </FormPanel>
  );
}
