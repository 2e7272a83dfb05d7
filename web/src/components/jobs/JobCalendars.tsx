import type { Job } from '@bindings';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { InlineAddForm } from '@/components/forms/InlineAddForm';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCalendarChanges, useCalendars } from '@/queries/calendar/calendars';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
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
  return (
    <InlineAddForm form={form} close={close}>
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
    </InlineAddForm>
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
    await runWithPopup(() => toggle(job, calendarId));
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
