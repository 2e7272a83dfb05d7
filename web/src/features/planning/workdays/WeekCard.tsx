import type { Workdays } from '@bindings';
import { Button, Checkbox } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useWorkdaysChange } from '@/queries/planning/workdays';
import { dateFormat, midnight } from '@/ui/dates/dates';
import { toast } from '@/ui/overlays/toasts';
import { checkWorkdays } from '@/wasm/rules';

import styles from '../Planning.module.css';

/** A week that begins on a Monday. */
const week = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2024-01-${day}`);

const valuesOf = ({ weekdays, hours }: Workdays) => ({
  weekdays: weekdays.map(String),
  start: hours?.start ?? '',
  end: hours?.end ?? '',
});

type Values = ReturnType<typeof valuesOf>;

/** Hours are optional, but one alone says nothing. */
const formOf = ({ weekdays, start, end }: Values, { holidays }: Workdays) => ({
  weekdays: weekdays.map(Number),
  holidays,
  ...(start === '' && end === '' ? {} : { hours: { start, end } }),
});

/** The weekdays and hours on which the company works. */
export function WeekCard({ workdays }: { workdays: Workdays }) {
  const { language, may } = useSession();
  const change = useWorkdaysChange();
  const saved = valuesOf(workdays);
  const form = useRulesForm({
    initial: saved,
    check: (values) => checkWorkdays(formOf(values, workdays), language),
    submit: async (values) => {
      form.reset(valuesOf(await change(formOf(values, workdays))));
      toast.sweet(m.workdays_saved());
    },
  });
  useFormSync(form, saved);
  const fixed = !may('company.edit');
  const error = form.problem('weekdays');
  const name = dateFormat({ weekday: 'long' });
  return (
    <form {...form.form} className={`card ${styles.card}`} aria-label={m.workdays_week()}>
      <h2>{m.workdays_week()}</h2>
      <p className="muted">{m.workdays_weekHint()}</p>
      <div>
        <Checkbox.Group
          value={form.values.weekdays}
          onChange={(weekdays) => form.set('weekdays', weekdays.toSorted())}
        >
          <fieldset
            className={styles.week}
            aria-label={m.workdays_week()}
            data-field="weekdays"
            tabIndex={-1}
          >
            {week.map((day, at) => (
              <Checkbox
                key={day}
                className={styles.weekday ?? ''}
                value={String(at + 1)}
                label={name.format(midnight(day))}
                disabled={fixed}
              />
            ))}
          </fieldset>
        </Checkbox.Group>
        {error !== undefined && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={styles.pair}>
        <TimeInput {...form.field('start')} label={m.workdays_start()} disabled={fixed} />
        <TimeInput {...form.field('end')} label={m.workdays_end()} disabled={fixed} />
      </div>
      <div className={styles.actions}>
        <Permitted action="company.edit">
          <Button type="submit" loading={form.busy}>
            {m.workdays_save()}
          </Button>
        </Permitted>
      </div>
    </form>
  );
}
