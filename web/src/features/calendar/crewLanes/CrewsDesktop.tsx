import type { Job, Lane } from '@bindings';
import { type PointerEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useAssigneeDays } from '@/components/planning/useAssigneeDays';
import { RoofWeather } from '@/components/planning/weather/RoofWeather';
import { m } from '@/i18n';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { useClosedDays } from '../availability/useClosedDays';
import { useKeepLength } from '../availability/useKeepLength';
import { CalendarFrame } from '../CalendarFrame';
import { daysIn } from '../calendarDays';
import type { CalendarProps } from '../calendarProps';
import { useDayMenu } from '../dayMenu/useDayMenu';
import { NoMatches } from '../filters/NoMatches';
import { useBlockedDrags } from '../grid/useBlockedDrags';
import { useFocusRestore } from '../grid/useFocusRestore';
import { useKeyboardMoves } from '../grid/useKeyboardMoves';
import { PointerTooltip } from '../overlaps/PointerTooltip';
import { UnscheduledStrip } from '../unscheduled/UnscheduledStrip';
import { useCalendarJobs } from '../useCalendarJobs';
import { useJobMoves } from '../useJobMoves';
import { usePrefetchAdjacent } from '../usePrefetchAdjacent';
import { BarNotes } from './BarNotes';
import { dragGhost, dragNote } from './dragPreview';
import { LaneBoard } from './LaneBoard';
import styles from './LaneBoard.module.css';
import { useAssignees } from './useAssignees';
import { type DropTarget, useLaneDrag } from './useLaneDrag';
import { useLaneKeys } from './useLaneKeys';
import { useLanes } from './useLanes';
import { useLaneWarnings } from './useLaneWarnings';
import { useReassign } from './useReassign';

/** A lane with the days of each crew; below them the unscheduled jobs. */
export function CrewsDesktop({ calendar }: CalendarProps) {
  const { view, day, days, today, show, over } = calendar;
  const navigate = useNavigate();
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  const { inStrip } = jobs;
  usePrefetchAdjacent(view, day, jobs.isLoaded);
  const dates = useMemo(() => daysIn(days), [days]);

  const follow = useCallback((next: string) => show({ day: next }), [show]);
  const explain = useCallback(() => show({ panel: 'filters' }), [show]);
  const findDays = useAssigneeDays(days);
  const closed = useClosedDays(days);
  const keepLength = useKeepLength();
  const workCalendar = useWorkCalendar();
  const keyboard = useKeyboardMoves({ jobs: jobs.onGrid, days, follow, explain, findDays, keepLength });

  const { assignees, openLanes } = useAssignees();
  const reassign = useReassign(assignees);
  const { pendingMove, mayMove, mayGive } = reassign;
  const shown = useMemo(() => {
    // A dropped card is shown in its lane while the confirmation is open.
    const card = pendingMove && inStrip.find(({ id }) => id === pendingMove.id);
    return card && pendingMove.span ? [...keyboard.jobs, { ...card, ...pendingMove.span }] : keyboard.jobs;
  }, [keyboard.jobs, inStrip, pendingMove]);
  const lanes = useLaneWarnings(useLanes({ days, shown, openLanes, pendingMove }), findDays);
  const { drawn, laneOfJob } = lanes;

  const board = useRef<HTMLElement>(null);
  const revealer = useRef<((at: number) => void) | null>(null);
  const shownJob = (id: string) => shown.find((job) => job.id === id);
  const jobOf = (id: string): Job | undefined => shownJob(id) ?? inStrip.find((job) => job.id === id);

  const { takeOff } = useJobMoves();
  const drop = (job: Job, target: NonNullable<DropTarget>) => {
    if (target === 'unscheduled') return void takeOff(job);
    const to = drawn.find(({ lane }) => lane.key === target.key);
    if (to !== undefined)
      void reassign.moveJob(job, laneOfJob(job), { lane: to.lane, span: target.span }, lanes);
  };
  const keyOf = (job: Job) => laneOfJob(job).key;
  const drag = { board, days: dates, jobOf, keyOf, mayMove, mayGive, keepLength, drop };
  const { lifted, press } = useLaneDrag(drag);
  const refuse = useBlockedDrags((id) => {
    const job = jobOf(id);
    return job === undefined ? null : reassign.blockedReason(job);
  });
  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    refuse(down);
    press(down);
  };

  const keys = useLaneKeys({
    lanes,
    reassign,
    rest: keyboard.onKeyDown,
    jobOf: shownJob,
    reveal: (at) => revealer.current?.(at),
  });
  useFocusRestore(board, drawn);

  // A ref, because the lanes are rendered again when their props change, and the URL does not affect them.
  const address = useRef(over);
  useEffect(() => {
    address.current = over;
  });
  const open = useCallback((id: string) => void navigate(address.current(`event_options/${id}`)), [navigate]);
  const showDay = useCallback((chosen: string) => show({ view: 'day', day: chosen }), [show]);
  const dayMenu = useDayMenu({ calendar });
  const place = keys.choice ? { ...keys.choice, key: keys.choice.lane.key } : null;
  const target = lifted === null ? place : lifted.target;
  const job = lifted?.job ?? keys.choice?.job ?? null;
  const held = job ?? shownJob(keyboard.held ?? '');
  const daysOf = held ? (lane: Lane) => findDays(held, lane) : null;
  const ghost = job && dragGhost(job, target, days, lanes, reassign);
  const note = lifted && dragNote(lifted, lanes, reassign, workCalendar);

  return (
    <RoofWeather jobs={jobs.onGrid}>
      <CalendarFrame calendar={calendar} {...jobs}>
        <NoMatches calendar={calendar} when={jobs.allHidden} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the bars inside take the focus; their keys bubble up. */}
        <div
          role="presentation"
          className={styles.hold}
          aria-busy={jobs.isPending}
          data-print="calendar"
          onPointerDown={onPointerDown}
          onKeyDown={keys.onKeyDown}
          onFocus={keyboard.onFocus}
          onBlur={keys.onBlur}
          onContextMenu={dayMenu.onContextMenu}
        >
          <BarNotes className={styles.hold ?? ''} off={lifted !== null}>
            <LaneBoard
              board={board}
              revealer={revealer}
              drawn={drawn}
              days={dates}
              view={view}
              day={day}
              today={today}
              warning={lanes.warning}
              closed={closed}
              daysOf={daysOf}
              ghost={ghost}
              lifted={lifted?.job.id ?? null}
              mayMove={mayMove}
              mayGive={mayGive}
              onOpen={open}
              onDay={showDay}
            />
          </BarNotes>
          {drawn.length === 0 && jobs.isLoaded && (
            <div className={styles.empty}>
              <EmptyState title={m.lanes_none()}>
                {openLanes.length === 0 ? m.lanes_noneReader() : m.lanes_noneHint()}
              </EmptyState>
            </div>
          )}
        </div>
        {dayMenu.menu}
        <span className="spoken" role="status">
          {keys.said}
        </span>
        <span className="spoken" role="status">
          {keyboard.said}
        </span>
        <UnscheduledStrip jobs={inStrip} calendar={calendar} onOpen={open} onPress={onPointerDown} />
        {note && <PointerTooltip {...note} />}
      </CalendarFrame>
    </RoofWeather>
  );
}
