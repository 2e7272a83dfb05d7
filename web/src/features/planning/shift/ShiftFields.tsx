import { Autocomplete, Checkbox, Input, MultiSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useId } from 'react';
import { m } from '@/i18n';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { usePhone } from '@/ui/theme/usePhone';
import { limits } from '@/wasm/rules';
import styles from './Shift.module.css';
import type { ShiftValues } from './shiftTerms';
import { useNarrowing } from './useNarrowing';
import type { ShiftFormState } from './useShiftForm';

/** In a portal over a dialog that scrolls, the list would detach from its field. */
const inDialog = { comboboxProps: { withinPortal: false } } as const;

const dateField = () => ({
  ariaLabels: datePickerLabels(),
  valueFormat: 'MM/DD/YYYY',
  placeholder: 'MM/DD/YYYY',
});

/** How far the jobs move: so many working days, or to a day. */
function HowFar({ state }: { state: ShiftFormState }) {
  const { form, set, problem } = state;
  const { by, workdays, to } = form.values;
  const { shiftWorkdays: most } = limits();
  const label = useId();
  const phone = usePhone();
  return (
    <>
      <Input.Wrapper
        label={m.shift_howFar()}
        labelElement="div"
        id={label}
        labelProps={{ id: `${label}-label` }}
      >
        <SegmentedControl
          fullWidth
          aria-labelledby={`${label}-label`}
          value={by}
          onChange={(next) => set('by', next as ShiftValues['by'])}
          data={[
            { value: 'workdays', label: m.shift_byWorkdays() },
            { value: 'to', label: m.shift_toDay() },
          ]}
        />
      </Input.Wrapper>
      {by === 'workdays' ? (
        <NumberInput
          label={m.shift_workdays()}
          description={m.shift_workdaysHint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDecimal={false}
          min={-most}
          max={most}
          clampBehavior="none"
          hideControls={phone}
          value={workdays}
          error={problem('workdays')}
          data-field="workdays"
          onChange={(next) => set('workdays', next)}
        />
      ) : (
        <DateInput
          label={m.shift_to()}
          {...dateField()}
          value={to === '' ? null : to}
          error={problem('to')}
          data-field="to"
          onChange={(next) => set('to', next ?? '')}
        />
      )}
    </>
  );
}

/** What the jobs of the day are narrowed by, where they differ. */
function Narrowing({ state }: { state: ShiftFormState }) {
  const { form, set } = state;
  const { cities, calendars, crews } = useNarrowing(form.values.day);
  const fields = [
    { name: 'cities', label: m.shift_cities(), all: m.shift_allCities(), data: cities },
    { name: 'crews', label: m.shift_crews(), all: m.shift_allCrews(), data: crews },
    { name: 'calendars', label: m.shift_calendars(), all: m.shift_allCalendars(), data: calendars },
  ] as const;
  return fields
    .filter(({ data, name }) => data.length > 1 || form.values[name].length > 0)
    .map(({ name, label, all, data }) => (
      <MultiSelect
        key={name}
        label={label}
        placeholder={form.values[name].length === 0 ? all : ''}
        data={data}
        value={form.values[name]}
        onChange={(chosen) => set(name, chosen)}
        nothingFoundMessage={m.jobs_noPerson()}
        openOnFocus={false}
        searchable
        clearable
        {...inDialog}
      />
    ));
}

/** Which jobs move, how far and why. Where single jobs were chosen only why is asked. */
export function ShiftFields({ state, ofDay }: { state: ShiftFormState; ofDay: boolean }) {
  const { form, set, problem } = state;
  const phone = usePhone();
  return (
    <div className={styles.fields}>
      {ofDay && (
        <DateInput
          label={m.shift_day()}
          {...dateField()}
          value={form.values.day === '' ? null : form.values.day}
          error={problem('day')}
          data-field="day"
          onChange={(next) => set('day', next ?? '')}
        />
      )}
      {ofDay && <HowFar state={state} />}
      <Autocomplete
        label={m.shift_reason()}
        withAsterisk
        aria-required
        autoComplete="off"
        data={[m.weather_rain(), m.weather_wind(), m.shift_reasonMaterial(), m.shift_reasonCrew()]}
        value={form.values.reason}
        error={problem('reason')}
        data-field="reason"
        // The only blank field. On a phone the keyboard would cover what moves.
        data-autofocus={!phone || undefined}
        openOnFocus={false}
        onChange={(next) => set('reason', next)}
        {...inDialog}
      />
      {ofDay && <Narrowing state={state} />}
      {ofDay && (
        <Checkbox
          className={styles.following ?? ''}
          label={m.shift_withFollowing()}
          description={m.shift_withFollowingHint()}
          checked={form.values.withFollowing}
          onChange={({ currentTarget }) => set('withFollowing', currentTarget.checked)}
        />
      )}
    </div>
  );
}
