import type { RepeatUnit } from '@bindings';
import { NumberInput, Select } from '@mantine/core';
import { m } from '@/i18n';
import { usePhone } from '@/ui/theme/usePhone';
import { limits } from '@/wasm/rules';
import { fullDay } from './repeatDays';
import styles from './Series.module.css';

/** How often, as it is typed. */
export interface EveryValues {
  unit: RepeatUnit;
  interval: number | string;
}

/** The props of a field, as `form.choice` gives them. */
interface FieldProps<T> {
  'data-field': string;
  value: T;
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: T | null) => void;
}

const units = (): { value: RepeatUnit; label: string }[] => [
  { value: 'day', label: m.series_days() },
  { value: 'week', label: m.series_weeks() },
  { value: 'month', label: m.series_months() },
  { value: 'year', label: m.series_years() },
];

/** 'Every [6] [months]'. */
export function EveryFields({
  interval,
  unit,
}: {
  interval: FieldProps<number | string>;
  unit: FieldProps<RepeatUnit>;
}) {
  const phone = usePhone();
  return (
    <div className={styles.every}>
      <NumberInput
        {...interval}
        label={m.series_every()}
        required
        allowDecimal={false}
        allowNegative={false}
        max={limits().repeatInterval}
        clampBehavior="none"
        hideControls={phone}
      />
      <Select
        {...unit}
        onChange={(next) => unit.onChange(next as RepeatUnit | null)}
        label={m.series_unit()}
        data={units()}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
    </div>
  );
}

/** The days that the rule gives. */
export function RepeatPreview({ days }: { days: readonly string[] }) {
  if (days.length === 0) return null;
  return (
    <section aria-label={m.series_preview()}>
      <h3 className="muted">{m.series_preview()}</h3>
      <ol className={`plainList num ${styles.days}`}>
        {days.map((day) => (
          <li key={day}>{fullDay(day)}</li>
        ))}
      </ol>
    </section>
  );
}
