import type { DayOff } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useBusyRun } from '@/components/feedback/runWithPopup';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { useCapacityChanges } from '@/queries/planning/capacity';
import { companyToday } from '@/ui/dates/companyDay';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { checkDayOff } from '@/wasm/rules';

import styles from '../Planning.module.css';

const none = { from: '', to: '', reason: '' };

const daysText = ({ from, to }: DayOff): string =>
  from === to ? shortDay(from) : m.lanes_from({ from: shortDay(from), to: shortDay(to) });

function NewDayOff() {
  const { language } = useSession();
  const { addDayOff } = useCapacityChanges();
  const form = useRulesForm({
    initial: none,
    check: (values) => checkDayOff(values, language),
    submit: async (values) => {
      await addDayOff(values);
      form.reset(none);
    },
  });
  const field = (name: 'from' | 'to') => {
    const { value, ...rest } = form.choice(name);
    return {
      ...rest,
      value: value === '' ? null : value,
      onChange: (day: string | null) => {
        form.set(name, day ?? '');
        // Most days off are single ones.
        if (name === 'from' && day !== null && form.values.to === '') form.set('to', day);
      },
      ariaLabels: datePickerLabels(),
      valueFormat: 'MM/DD/YYYY',
      placeholder: 'MM/DD/YYYY',
      required: true,
    };
  };
  return (
    <form {...form.form} className="stack" aria-label={m.capacity_addDayOff()}>
      <div className={styles.pair}>
        <DateInput {...field('from')} label={m.capacity_from()} />
        <DateInput {...field('to')} label={m.capacity_to()} />
      </div>
      <TextInput
        {...form.field('reason')}
        label={m.capacity_reason()}
        description={m.capacity_reasonHint()}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={form.busy}>
          {m.capacity_addDayOff()}
        </Button>
      </div>
    </form>
  );
}

function DayOffItem({ dayOff }: { dayOff: DayOff }) {
  const { removeDayOff } = useCapacityChanges();
  const { busy, run } = useBusyRun();
  const days = daysText(dayOff);
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <b className="num">{days}</b> <span className="muted">{dayOff.reason}</span>
      </span>
      <Permitted action="company.edit">
        <Button
          variant="subtle"
          color="gray"
          loading={busy}
          aria-label={m.workdays_removeNamed({ name: days })}
          onClick={() => void run(() => removeDayOff(dayOff))}
        >
          {m.workdays_remove()}
        </Button>
      </Permitted>
    </li>
  );
}

/** The days on which the company does no job at all. Past ones are left out. */
export function DaysOffCard({ daysOff }: { daysOff: readonly DayOff[] }) {
  const { may } = useSession();
  const today = companyToday();
  const shown = daysOff.filter(({ to }) => to >= today);
  return (
    <section className={`card ${styles.card}`} aria-label={m.capacity_daysOff()}>
      <h2>{m.capacity_daysOff()}</h2>
      {shown.length === 0 ? (
        <p className="muted">{m.capacity_noDaysOff()}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((dayOff) => (
            <DayOffItem key={dayOff.id} dayOff={dayOff} />
          ))}
        </ul>
      )}
      {may('company.edit') && <NewDayOff />}
    </section>
  );
}
