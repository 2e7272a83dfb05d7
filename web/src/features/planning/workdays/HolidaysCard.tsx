import type { Holiday, Workdays } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useBusyRun } from '@/components/feedback/runWithPopup';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useSession } from '@/queries/accounts/session';
import { useWorkdaysChange } from '@/queries/planning/workdays';
import { companyToday } from '@/ui/dates/companyDay';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { checkWorkdays } from '@/wasm/rules';

import styles from '../Planning.module.css';

const withHolidays = ({ weekdays, hours }: Workdays, holidays: Holiday[]) => ({
  weekdays,
  holidays,
  ...(hours === null ? {} : { hours }),
});

function NewHoliday({ workdays }: { workdays: Workdays }) {
  const { language } = useSession();
  const change = useWorkdaysChange();
  const form = useRulesForm({
    initial: { day: '', name: '' },
    check: (holiday) => checkWorkdays(withHolidays(workdays, [holiday]), language),
    submit: async (holiday) => {
      await change(withHolidays(workdays, [...workdays.holidays, holiday]));
      form.reset({ day: '', name: '' });
    },
  });
  const { value, onChange, ...day } = form.choice('day');
  return (
    <form {...form.form} className="stack" aria-label={m.workdays_addHoliday()}>
      <div className={styles.pair}>
        <DateInput
          {...day}
          value={value === '' ? null : value}
          onChange={onChange}
          ariaLabels={datePickerLabels()}
          label={m.workdays_day()}
          valueFormat="MM/DD/YYYY"
          placeholder="MM/DD/YYYY"
          required
        />
        <TextInput {...form.field('name')} label={m.workdays_name()} required />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={form.busy}>
          {m.workdays_addHoliday()}
        </Button>
      </div>
    </form>
  );
}

function HolidayItem({ holiday, workdays }: { holiday: Holiday; workdays: Workdays }) {
  const change = useWorkdaysChange();
  const { busy, run } = useBusyRun();
  const others = workdays.holidays.filter(({ day }) => day !== holiday.day);
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <b>{holiday.name}</b>{' '}
        <span className="muted num">{`${shortDay(holiday.day)} ${holiday.day.slice(0, 4)}`}</span>
      </span>
      <Permitted action="company.edit">
        <Button
          variant="subtle"
          color="gray"
          loading={busy}
          aria-label={m.workdays_removeNamed({ name: holiday.name })}
          onClick={() => void run(() => change(withHolidays(workdays, others)))}
        >
          {m.workdays_remove()}
        </Button>
      </Permitted>
    </li>
  );
}

/** The days on which the company does not work although they are weekdays. Holidays of former years are left out. */
export function HolidaysCard({ workdays }: { workdays: Workdays }) {
  const { may } = useSession();
  const year = companyToday().slice(0, 4);
  const shown = workdays.holidays.filter(({ day }) => day >= `${year}-01-01`);
  return (
    <section className={`card ${styles.card}`} aria-label={m.workdays_holidays()}>
      <h2>{m.workdays_holidays()}</h2>
      {shown.length === 0 ? (
        <p className="muted">{m.workdays_noHolidays()}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((holiday) => (
            <HolidayItem key={holiday.day} holiday={holiday} workdays={workdays} />
          ))}
        </ul>
      )}
      {may('company.edit') && <NewHoliday workdays={workdays} />}
    </section>
  );
}
