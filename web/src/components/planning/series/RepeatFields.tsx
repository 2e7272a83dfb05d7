import type { RepeatUnit } from '@bindings';
import { NumberInput, Select } from '@mantine/core';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
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

/** A day of what repeats. */
export interface PreviewDay {
  id: string;
  day: string;
}

interface RepeatPreviewProps {
  /** Whether they are being counted. */
  isAsking: boolean;
  /** Why there are none. */
  refusal: string | null;
  /** Undefined while they are not known. */
  days: readonly PreviewDay[] | undefined;
  /** How they are written. */
  write?: (day: string) => string;
  /** How many stay as they are, in words. */
  kept?: string | null;
}

/** The days, or that they are being counted. */
export function RepeatPreview({ isAsking, refusal, days, write = fullDay, kept = null }: RepeatPreviewProps) {
  if (refusal !== null) return <ErrorBox>{refusal}</ErrorBox>;
  if (days === undefined) {
    return isAsking ? (
      <p className="muted" role="status">
        {m.series_counting()}
      </p>
    ) : null;
  }
  if (days.length === 0 && kept === null) return null;
  return (
    <section aria-label={m.series_preview()}>
      <h3 className="muted">{m.series_preview()}</h3>
      <ol className={`plainList num ${styles.days}`}>
        {days.map(({ id, day }) => (
          <li key={id}>{write(day)}</li>
        ))}
      </ol>
      {kept !== null && <p className="muted">{kept}</p>}
    </section>
  );
}
