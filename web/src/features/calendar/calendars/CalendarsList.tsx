import type { Calendar } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useAppointments } from '@/queries/calendar/appointments';
import { useCalendarChanges, type useCalendars } from '@/queries/calendar/calendars';
import { useJobs } from '@/queries/jobs/jobs';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { confirm } from '@/ui/overlays/popups';
import { onNoCalendar } from '@/wasm/rules';

import type { useCalendarView } from '../useCalendarView';
import { CalendarRow } from './CalendarRow';
import styles from './CalendarsPanel.module.css';
import { NewCalendarForm } from './NewCalendarForm';
import { useAppointmentsOnCalendars, useJobsOnCalendars } from './useOnCalendars';

interface CalendarsListProps {
  calendar: ReturnType<typeof useCalendarView>;
  calendars: ReturnType<typeof useCalendars>;
}

/** Every calendar with its checkbox, and the form to create another. */
export function CalendarsList({ calendar, calendars }: CalendarsListProps) {
  const { hidden, show } = calendar;
  const { may } = useSession();
  const { remove } = useCalendarChanges();
  const jobs = useJobsOnCalendars(useJobs().jobs);
  const appointments = useAppointmentsOnCalendars(useAppointments().appointments);
  const none = onNoCalendar();
  const { data, error, isPending, refetch } = calendars;

  const toggle = (id: string) =>
    show({ hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id] });

  // A deleted calendar must not stay in the URL as hidden. By the time the server responds, the URL may have changed.
  const forget = useRef<(id: string) => void>(() => undefined);
  useEffect(() => {
    forget.current = (id) => {
      if (hidden.includes(id)) toggle(id);
    };
  });

  const discard = async ({ id, title }: Calendar) => {
    const confirmed = await confirm({
      body: (
        <>
          {m.calendar_deleteAsk({ title, count: jobs?.on.get(id) ?? 0 })} {m.calendar_deleteStays()}
        </>
      ),
      confirmLabel: m.calendar_deleteYes(),
      danger: true,
    });
    if (confirmed && (await runWithToast(() => remove(id), notice('calendarDeleted')))) forget.current(id);
  };

  return (
    <div className={styles.body}>
      {data === undefined && error !== null && (
        <ErrorBox>
          {error.message}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {m.calendar_tryAgain()}
          </Button>
        </ErrorBox>
      )}
      {isPending && <SkeletonCards count={3} height={44} />}
      {data?.length === 0 && (
        <p className={styles.none}>
          {may('calendars.manage') ? m.calendar_noCalendars() : m.calendar_noCalendarsReadOnly()}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.list} aria-label={m.calendar_calendars()}>
          {data.map((each) => (
            <CalendarRow
              key={each.id}
              id={each.id}
              title={each.title}
              shown={!hidden.includes(each.id)}
              onToggle={() => toggle(each.id)}
              jobs={jobs && (jobs.on.get(each.id) ?? 0)}
              appointments={appointments && (appointments.on.get(each.id) ?? 0)}
              onChoose={() => show({ chosen: each.id })}
              onDelete={() => void discard(each)}
            />
          ))}
          <CalendarRow
            id={none}
            title={m.calendar_onNone()}
            shown={!hidden.includes(none)}
            onToggle={() => toggle(none)}
            jobs={jobs?.onNone}
            appointments={appointments?.onNone}
          />
        </ul>
      )}
      <NewCalendarForm />
      <Link to={calendar.over('subscribe')} className={styles.subscribe}>
        <IconCalendarShare size={19} aria-hidden />
        {m.calendar_subscribe()}
      </Link>
    </div>
  );
}
