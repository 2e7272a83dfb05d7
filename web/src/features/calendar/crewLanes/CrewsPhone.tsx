import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import type { WorkCalendar } from '@/wasm/rules';
import agenda from '../agenda/Agenda.module.css';
import { AgendaCard } from '../agenda/AgendaCard';
import { agendaEntries } from '../agenda/agendaDays';
import { PhoneHeader } from '../agenda/PhoneHeader';
import { PhoneSheets } from '../agenda/PhoneSheets';
import { PhoneTools } from '../agenda/PhoneTools';
import { useClosedDays } from '../availability/useClosedDays';
import { CalendarFailure } from '../CalendarFailure';
import { shownDays } from '../calendarDays';
import type { CalendarProps } from '../calendarProps';
import { NoMatches } from '../filters/NoMatches';
import { useCalendarJobs } from '../useCalendarJobs';
import { usePrefetchAdjacent } from '../usePrefetchAdjacent';
import styles from './CrewsPhone.module.css';
import { laneKindName, laneName } from './laneText';
import { useAssignees } from './useAssignees';
import { type Lanes, type LaneWithBars, useLanes } from './useLanes';

interface LaneSectionProps {
  drawn: LaneWithBars;
  day: string;
  /** Whether the company does not work on this day. */
  closed: boolean;
  workCalendar: WorkCalendar | null;
  warning: Lanes['warning'];
  onOpen: (id: string) => void;
}

/** The name of a lane, and its jobs of the day. */
function LaneSection(props: LaneSectionProps) {
  const { drawn, day, closed, workCalendar, warning, onOpen } = props;
  const { lane, bars } = drawn;
  return (
    <section className={agenda.section} aria-label={laneName(lane)}>
      <h2 className={`${agenda.dayHead} ${styles.head}`}>
        <span className="trunc">{laneName(lane)}</span>
        <span className={agenda.dayCount}>{laneKindName(lane.kind)}</span>
      </h2>
      <ul className={agenda.cards}>
        {bars.map(({ job }) => {
          const message = warning(job.id, { startDate: day, endDate: day });
          return (
            <li key={job.id} className={styles.job}>
              <ul className={agenda.cards}>
                <AgendaCard
                  job={job}
                  day={day}
                  closed={closed}
                  workCalendar={workCalendar}
                  movable={false}
                  isLifted={false}
                  onOpen={onOpen}
                />
              </ul>
              {message !== null && (
                <p className={styles.warning}>
                  <IconAlertTriangle size={16} stroke={2.2} aria-hidden />
                  {message}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The crews on a phone: the jobs of each crew on one day. Crews without jobs come last. */
export function CrewsPhone({ calendar }: CalendarProps) {
  const { day, over } = calendar;
  const navigate = useNavigate();
  const week = useMemo(() => shownDays('week', day), [day]);
  const days = useMemo(() => ({ from: day, to: day }), [day]);
  const jobs = useCalendarJobs(week, calendar, calendar.panel === 'filters');
  usePrefetchAdjacent('week', day, jobs.isLoaded);
  const load = useMemo(
    () => new Map(agendaEntries(jobs.onGrid, week).map((entry) => [entry.day, entry.jobs.length])),
    [jobs.onGrid, week],
  );
  const closed = useClosedDays(days);
  const workCalendar = useWorkCalendar();
  const { openLanes } = useAssignees();
  const lanes = useLanes({ days, around: week, shown: jobs.onGrid, openLanes, pendingMove: null });
  const busy = lanes.drawn.filter(({ bars }) => bars.length > 0);
  const free = lanes.drawn.filter(({ lane, bars }) => bars.length === 0 && lane.kind !== 'unassigned');
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);

  return (
    <div className={`page ${agenda.agenda}`}>
      <PhoneHeader calendar={calendar} load={load} inWords={(count) => m.calendar_jobCount({ count })} />
      <PhoneTools calendar={calendar} />
      <RefetchIndicator when={jobs.isFetching} />
      <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
      <NoMatches calendar={calendar} when={jobs.allHidden} />
      {jobs.isPending ? (
        <SkeletonCards count={4} height={108} />
      ) : (
        <div data-print="list">
          <h2 className="spoken">{shortDay(day)}</h2>
          {busy.map((drawn) => (
            <LaneSection
              key={drawn.lane.key}
              drawn={drawn}
              day={day}
              closed={closed?.has(day) ?? false}
              workCalendar={workCalendar}
              warning={lanes.warning}
              onOpen={open}
            />
          ))}
          {free.length > 0 && (
            <section className={styles.free} aria-label={m.lanes_freeToday()}>
              <h2>{m.lanes_freeToday()}</h2>
              <ul>
                {free.map(({ lane }) => (
                  <li key={lane.key}>
                    {laneName(lane)} <span className="muted">{laneKindName(lane.kind)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {lanes.drawn.length === 0 && jobs.isLoaded && (
            <EmptyState title={m.calendar_freeDay()}>{m.lanes_noneReader()}</EmptyState>
          )}
        </div>
      )}
      <PhoneSheets calendar={calendar} locations={jobs.locations} />
    </div>
  );
}
