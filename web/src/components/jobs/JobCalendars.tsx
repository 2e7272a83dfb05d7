import type { Job } from '@bindings';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCalendarChanges, useCalendars } from '@/queries/calendar/calendars';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { popup } from '@/ui/overlays/popups';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';
import { checkCalendar } from '@/wasm/rules';
import styles from './JobCalendars.module.css';
import part from './JobPart.module.css';

const blank = { title: '' };

/** A new calendar: it is created, and the job is added to it. */
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
  useReportUnsaved(form.dirty || form.busy);
  return (
    <form
      {...form.form}
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !form.busy) close();
      }}
    >
      <TextInput
        ref={focusOnMount}
        aria-label={m.jobs_calendarTitle()}
        placeholder={m.jobs_calendarTitle()}
        autoComplete="off"
        className={styles.field ?? ''}
        readOnly={form.busy}
        {...handlesEscape}
        {...form.field('title')}
      />
      <Button type="submit" size="sm" variant="default" loading={form.busy} {...handlesEscape}>
        {m.common_add()}
      </Button>
      <Button variant="subtle" color="gray" size="sm" onClick={close} disabled={form.busy} {...handlesEscape}>
        {m.common_close()}
      </Button>
    </form>
  );
}

/** The company's calendars; the ones that the job is on are checked. Only admins can change them. */
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
