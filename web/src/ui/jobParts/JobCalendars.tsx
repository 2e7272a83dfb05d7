import type { Job } from '@bindings';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useCalendarChanges, useCalendars } from '@/session/calendars';
import { useSession } from '@/session/session';
import { ownEscape, takeFocus } from '@/ui/inPlace';
import { popup } from '@/ui/popups';
import { useUnsaved } from '@/ui/unsaved';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCalendar } from '@/wasm/rules';
import styles from './JobCalendars.module.css';
import part from './Part.module.css';

const blank = { title: '' };

/** A calendar that does not exist yet: it is made, and the job goes on it. */
function NewCalendar({ job, close }: { job: Job; close: () => void }) {
  const { language } = useSession();
  const { create, toggle } = useCalendarChanges();
  const form = useRulesForm({
    initial: blank,
    check: (typed) => checkCalendar(typed, language),
    submit: async (typed) => {
      const { id } = await create(typed);
      close();
      await toggle(job, id);
    },
  });
  useUnsaved(form.dirty || form.busy);
  return (
    <form
      {...form.form}
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !form.busy) close();
      }}
    >
      <TextInput
        ref={takeFocus}
        aria-label={m.jobs_calendarTitle()}
        placeholder={m.jobs_calendarTitle()}
        autoComplete="off"
        className={styles.field ?? ''}
        readOnly={form.busy}
        {...ownEscape}
        {...form.field('title')}
      />
      <Button type="submit" size="sm" variant="default" loading={form.busy} {...ownEscape}>
        {m.common_add()}
      </Button>
      <Button variant="subtle" color="gray" size="sm" onClick={close} disabled={form.busy} {...ownEscape}>
        {m.common_close()}
      </Button>
    </form>
  );
}

/** The company's calendars, those ticked that the job stands on. Admins tick; others read. */
export function JobCalendars({ job }: { job: Job }) {
  const { may, whyNot } = useSession();
  const { data: calendars = [] } = useCalendars();
  const { toggle } = useCalendarChanges();
  const [adding, setAdding] = useState(false);
  const reason = whyNot('jobs.calendarAssign');
  const why = useId();

  const put = async (calendarId: string) => {
    try {
      await toggle(job, calendarId);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };

  if (calendars.length === 0 && !may('calendars.manage')) return null;
  return (
    <section className={part.box}>
      <h3 className={part.head}>{m.jobs_calendars()}</h3>
      <ul className={styles.calendars} aria-label={m.jobs_calendars()}>
        {calendars.map(({ id, title }) => (
          <li key={id}>
            <Checkbox
              label={title}
              classNames={{ body: styles.body ?? '', label: styles.label ?? '' }}
              checked={job.calendarAssignments.some(({ calendarId }) => calendarId === id)}
              disabled={reason !== null}
              aria-describedby={reason === null ? undefined : why}
              onChange={() => void put(id)}
            />
          </li>
        ))}
        {calendars.length === 0 && <li className="dim">{m.jobs_noCalendars()}</li>}
      </ul>
      {reason !== null && (
        <p id={why} className="dim">
          {reason}
        </p>
      )}
      {adding ? (
        <NewCalendar job={job} close={() => setAdding(false)} />
      ) : (
        reason === null && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} stroke={2.4} />}
            onClick={() => setAdding(true)}
          >
            {m.jobs_addCalendar()}
          </Button>
        )
      )}
    </section>
  );
}
