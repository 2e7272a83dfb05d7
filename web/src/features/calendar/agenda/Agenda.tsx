import type { Span } from '@bindings';
import { IconChevronUp } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { availabilityText } from '@/components/planning/dayStates';
import { useAssigneeDays } from '@/components/planning/useAssigneeDays';
import { RoofWeather } from '@/components/planning/weather/RoofWeather';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { useJobColor } from '@/ui/jobs/jobColor';
import { footBar } from '@/ui/layout/footBars';
import { useClosedDays } from '../availability/useClosedDays';
import { useKeepLength } from '../availability/useKeepLength';
import { CalendarFailure } from '../CalendarFailure';
import { daysBetween, shownDays } from '../calendarDays';
import { PlanningLines } from '../dayMenu/PlanningLines';
import { NoMatches } from '../filters/NoMatches';
import type { DatedJob } from '../grid/dayOverflow';
import { later } from '../grid/spans';
import { useBlockedDrags } from '../grid/useBlockedDrags';
import { UnscheduledSheet } from '../unscheduled/UnscheduledSheet';
import { useCalendarJobs } from '../useCalendarJobs';
import type { useCalendarView } from '../useCalendarView';
import { useJobMoves } from '../useJobMoves';
import { usePrefetchAdjacent } from '../usePrefetchAdjacent';
import styles from './Agenda.module.css';
import { AgendaDay } from './AgendaDay';
import { agendaEntries } from './agendaDays';
import { DraggedCard } from './DraggedCard';
import { PhoneHeader } from './PhoneHeader';
import { PhoneSheets } from './PhoneSheets';
import { PhoneTools } from './PhoneTools';
import { type DropTarget, useCardDrag } from './useCardDrag';

/** The first day of a job that was carried from one day to another. */
const firstCarried = (job: DatedJob, from: string, to: string): string =>
  later(job.startDate, daysBetween(from, to));

const daysText = ({ startDate, endDate }: Span): string =>
  startDate === endDate ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`;

/** The jobs on a phone: a week to choose a day from, and a list of the jobs from that day on. */
export function Agenda({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { day, show, over } = calendar;
  const navigate = useNavigate();
  const alone = useMatch('/app/calendar') !== null;
  const days = useMemo(() => shownDays('week', day), [day]);
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  usePrefetchAdjacent('week', day, jobs.isLoaded);
  const agenda = useMemo(() => agendaEntries(jobs.onGrid, days), [jobs.onGrid, days]);
  const load = useMemo(() => new Map(agenda.map((entry) => [entry.day, entry.jobs.length])), [agenda]);
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);

  const keepLength = useKeepLength();
  const findDays = useAssigneeDays(days);
  const closed = useClosedDays(days);
  const workCalendar = useWorkCalendar();
  const { move, takeOff } = useJobMoves();
  const scheduleLock = useScheduleLock();
  const known = useMemo(() => new Map(jobs.onGrid.map((job) => [job.id, job])), [jobs.onGrid]);
  const whyNot = useCallback(
    (id: string) => {
      const job = known.get(id);
      return job === undefined ? null : scheduleLock(job.status);
    },
    [known, scheduleLock],
  );
  const mayLift = useCallback((id: string) => known.has(id) && whyNot(id) === null, [known, whyNot]);
  const drop = useCallback(
    (id: string, from: string, to: DropTarget) => {
      const job = known.get(id);
      if (job === undefined) return;
      if (to === 'unscheduled') void takeOff(job);
      else void move(job, keepLength(job, firstCarried(job, from, to.day)));
    },
    [known, move, takeOff, keepLength],
  );
  const list = useRef<HTMLDivElement>(null);
  const { lifted, ghost, onPointerDown } = useCardDrag(list, { mayLift, drop });
  const attempt = useBlockedDrags(whyNot);
  const paint = useJobColor();
  const carried = lifted === null ? undefined : known.get(lifted.id);
  const moving = carried === undefined ? null : findDays(carried);
  const dropped = (job: DatedJob, from: string, to: string) => {
    const span = keepLength(job, firstCarried(job, from, to));
    const free = moving && availabilityText(moving, span, workCalendar);
    return [daysText(span), free].filter(Boolean).join('. ');
  };

  return (
    <RoofWeather jobs={jobs.onGrid}>
      <div className={`page ${styles.agenda}`}>
        <PhoneHeader
          calendar={calendar}
          load={load}
          inWords={(count) => m.calendar_jobCount({ count })}
          over={lifted?.over ?? null}
          moving={moving}
        />
        <RefetchIndicator when={jobs.isFetching && !jobs.isPending} />
        <PhoneTools calendar={calendar} />
        <PlanningLines />
        <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
        <NoMatches calendar={calendar} when={jobs.allHidden} />
        <div
          ref={list}
          data-print="list"
          onPointerDown={(down) => {
            attempt(down);
            onPointerDown(down);
          }}
        >
          {jobs.isPending ? (
            <SkeletonCards count={4} height={108} />
          ) : (
            agenda
              .filter((entry) => entry.day === day || (entry.day > day && entry.jobs.length > 0))
              .map((entry) => (
                <AgendaDay
                  key={entry.day}
                  {...entry}
                  today={calendar.today}
                  closed={closed?.get(entry.day)}
                  workCalendar={workCalendar}
                  lifted={lifted}
                  mayLift={mayLift}
                  onOpen={open}
                />
              ))
          )}
        </div>
        <button
          ref={footBar}
          type="button"
          className={styles.bar}
          data-drop="unscheduled"
          data-over={lifted?.over === 'unscheduled' || undefined}
          onClick={() => show({ sheetOpen: true })}
        >
          <IconChevronUp size={20} aria-hidden />
          <b>{m.common_unscheduled()}</b>
          <span className={`boxed num ${styles.count}`}>{jobs.inStrip.length}</span>
        </button>
        {lifted !== null && carried !== undefined && (
          <DraggedCard
            title={carried.title}
            fill={paint(carried.color).fill}
            lifted={lifted}
            ghost={ghost}
            hint={m.calendar_dropHint()}
            dropped={(to) => dropped(carried, lifted.day, to)}
          />
        )}
        {alone && calendar.sheetOpen && (
          <UnscheduledSheet jobs={jobs.inStrip} onOpen={open} onClose={() => show({ sheetOpen: false })} />
        )}
        <PhoneSheets calendar={calendar} locations={jobs.locations} />
      </div>
    </RoofWeather>
  );
}
