import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { toast } from '@/ui/overlays/toasts';

import styles from './CalendarsPanel.module.css';
import { useNewCalendar } from './useNewCalendar';

interface OneCalendarProps {
  /** The previous one was just created: the field keeps the focus. */
  next: boolean;
  onCreated: () => void;
}

function OneCalendar({ next, onCreated }: OneCalendarProps) {
  const { whyNot } = useSession();
  const reason = whyNot('calendars.manage');
  const form = useNewCalendar(onCreated);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (next) field.current?.focus();
  }, [next]);
  return (
    <form {...form.form} className={styles.form}>
      <fieldset className={styles.plain} disabled={reason !== null}>
        <TextInput
          ref={field}
          label={m.calendar_newCalendar()}
          withAsterisk
          aria-required
          autoComplete="off"
          readOnly={form.busy}
          {...form.field('title')}
        />
        {reason === null && (
          <Button type="submit" fullWidth loading={form.busy}>
            {m.calendar_createCalendar()}
          </Button>
        )}
      </fieldset>
      {reason !== null && <p className="dim">{reason}</p>}
    </form>
  );
}

/** The form below the list. It is empty again after a calendar is created. */
export function NewCalendarForm() {
  const [count, setCount] = useState(0);
  const onCreated = () => {
    setCount(count + 1);
    toast.sweet(notice('calendarCreated'));
  };
  return <OneCalendar key={count} next={count > 0} onCreated={onCreated} />;
}
