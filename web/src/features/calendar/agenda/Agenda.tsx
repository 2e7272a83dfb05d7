import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { m } from '@/i18n';
import { PageTitle } from '@/ui/PageTitle';
import { Refetching, SkeletonCards } from '@/ui/Skeletons';
import { CalendarFailure } from '../CalendarFailure';
import { shownDays, stepped, titleOf } from '../calendarDays';
import { FiltersSheet } from '../filters/FiltersSheet';
import { UnscheduledSheet } from '../unscheduled/UnscheduledSheet';
import { useCalendarJobs } from '../useCalendarJobs';
import { useCalendarView } from '../useCalendarView';
import { useNeighbours } from '../useNeighbours';
import styles from './Agenda.module.css';
import { AgendaChips } from './AgendaChips';
import { AgendaDay } from './AgendaDay';
import { agendaOf } from './agendaDays';
import { WeekStrip } from './WeekStrip';

/** The calendar of a phone: a week to choose a day from, and the jobs from that day on as a list. */
export function Agenda() {
  const calendar = useCalendarView();
  const { day, show, over } = calendar;
  const navigate = useNavigate();
  const alone = useMatch('/app/calendar') !== null;
  const days = useMemo(() => shownDays('week', day), [day]);
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  useNeighbours('week', day, jobs.isLoaded);
  const agenda = useMemo(() => agendaOf(jobs.onGrid, days), [jobs.onGrid, days]);
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);
  const step = (by: 1 | -1) => show({ day: stepped('week', day, by) });

  return (
    <div className={`page ${styles.agenda}`}>
      <PageTitle
        title={titleOf('month', day)}
        phoneActions={
          <>
            <ActionIcon
              size={48}
              className={styles.step ?? ''}
              aria-label={m.calendar_previousWeek()}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={24} />
            </ActionIcon>
            <ActionIcon
              size={48}
              className={styles.step ?? ''}
              aria-label={m.calendar_nextWeek()}
              onClick={() => step(1)}
            >
              <IconChevronRight size={24} />
            </ActionIcon>
          </>
        }
        phoneRow={<WeekStrip agenda={agenda} calendar={calendar} onStep={step} />}
      />
      <Refetching when={jobs.isFetching && !jobs.isPending} />
      <AgendaChips calendar={calendar} />
      <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
      {jobs.isPending ? (
        <SkeletonCards count={4} height={108} />
      ) : (
        agenda
          .filter((entry) => entry.day === day || (entry.day > day && entry.jobs.length > 0))
          .map((entry) => <AgendaDay key={entry.day} {...entry} today={calendar.today} onOpen={open} />)
      )}
      <button type="button" className={styles.bar} onClick={() => show({ sheetOpen: true })}>
        <IconChevronUp size={20} aria-hidden />
        <b>{m.common_unscheduled()}</b>
        <span className={`num ${styles.count}`}>{jobs.inStrip.length}</span>
      </button>
      {alone && calendar.sheetOpen && (
        <UnscheduledSheet jobs={jobs.inStrip} onOpen={open} onClose={() => show({ sheetOpen: false })} />
      )}
      {alone && calendar.panel === 'filters' && (
        <FiltersSheet calendar={calendar} locations={jobs.locations} />
      )}
    </div>
  );
}
