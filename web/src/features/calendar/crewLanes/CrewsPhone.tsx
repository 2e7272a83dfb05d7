import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { shortDay } from '@/ui/days';
import { EmptyState } from '@/ui/EmptyState';
import { Refetching, SkeletonCards } from '@/ui/Skeletons';
import agenda from '../agenda/Agenda.module.css';
import { AgendaCard } from '../agenda/AgendaCard';
import { AgendaChips } from '../agenda/AgendaChips';
import { agendaOf } from '../agenda/agendaDays';
import { LookSwitch } from '../agenda/LookSwitch';
import { PhoneHeader } from '../agenda/PhoneHeader';
import { PhoneSheets } from '../agenda/PhoneSheets';
import type { CalendarProps } from '../CalendarDesk';
import { CalendarFailure } from '../CalendarFailure';
import { shownDays } from '../calendarDays';
import { NothingLeft } from '../filters/NothingLeft';
import { useCalendarJobs } from '../useCalendarJobs';
import { useNeighbours } from '../useNeighbours';
import styles from './CrewsPhone.module.css';
import { kindName, laneName } from './laneWords';
import { useHands } from './useHands';
import { type DrawnLane, type Lanes, useLanes } from './useLanes';

interface LaneSectionProps {
  drawn: DrawnLane;
  day: string;
  warning: Lanes['warning'];
  onOpen: (id: string) => void;
}

/** Who it is, and the jobs of the day. */
function LaneSection({ drawn: { lane, bars }, day, warning, onOpen }: LaneSectionProps) {
  return (
    <section className={agenda.section} aria-label={laneName(lane)}>
      <h2 className={`${agenda.dayHead} ${styles.head}`}>
        <span className="trunc">{laneName(lane)}</span>
        <span className={agenda.dayCount}>{kindName(lane.kind)}</span>
      </h2>
      <ul className={agenda.cards}>
        {bars.map(({ job }) => {
          const said = warning(job.id, { startDate: day, endDate: day });
          return (
            <li key={job.id} className={styles.job}>
              <ul className={agenda.cards}>
                <AgendaCard job={job} day={day} movable={false} isLifted={false} onOpen={onOpen} />
              </ul>
              {said !== null && (
                <p className={styles.warning}>
                  <IconAlertTriangle size={16} stroke={2.2} aria-hidden />
                  {said}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The crews of a phone: one day, and who does what on it. Who has nothing to do stands at the end. */
export function CrewsPhone({ calendar }: CalendarProps) {
  const { day, over } = calendar;
  const navigate = useNavigate();
  const week = useMemo(() => shownDays('week', day), [day]);
  const days = useMemo(() => ({ from: day, to: day }), [day]);
  const jobs = useCalendarJobs(week, calendar, calendar.panel === 'filters');
  useNeighbours('week', day, jobs.isLoaded);
  const load = useMemo(
    () => new Map(agendaOf(jobs.onGrid, week).map((entry) => [entry.day, entry.jobs.length])),
    [jobs.onGrid, week],
  );
  const { openLanes } = useHands();
  const lanes = useLanes({ days, around: week, shown: jobs.onGrid, openLanes, onItsWay: null });
  const busy = lanes.drawn.filter(({ bars }) => bars.length > 0);
  const free = lanes.drawn.filter(({ lane, bars }) => bars.length === 0 && lane.kind !== 'unassigned');
  const open = useCallback((id: string) => void navigate(over(`event_options/${id}`)), [navigate, over]);

  return (
    <div className={`page ${agenda.agenda}`}>
      <PhoneHeader calendar={calendar} load={load} inWords={(count) => m.calendar_jobCount({ count })} />
      <LookSwitch calendar={calendar} />
      <AgendaChips calendar={calendar} />
      <Refetching when={jobs.isFetching} />
      <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
      <NothingLeft calendar={calendar} when={jobs.allHidden} />
      {jobs.isPending ? (
        <SkeletonCards count={4} height={108} />
      ) : (
        <div data-print="list">
          <h2 className="spoken">{shortDay(day)}</h2>
          {busy.map((drawn) => (
            <LaneSection key={drawn.lane.key} drawn={drawn} day={day} warning={lanes.warning} onOpen={open} />
          ))}
          {free.length > 0 && (
            <section className={styles.free} aria-label={m.lanes_freeToday()}>
              <h2>{m.lanes_freeToday()}</h2>
              <ul>
                {free.map(({ lane }) => (
                  <li key={lane.key}>
                    {laneName(lane)} <span className="muted">{kindName(lane.kind)}</span>
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
