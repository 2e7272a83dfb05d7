import type { Job } from '@bindings';
import { type PointerEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { m } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { Refetching } from '@/ui/Skeletons';

import type { CalendarProps } from '../CalendarDesk';
import desk from '../CalendarDesk.module.css';
import { CalendarFailure } from '../CalendarFailure';
import { CalendarPanel } from '../CalendarPanel';
import { CalendarToolbar } from '../CalendarToolbar';
import { everyDay } from '../calendarDays';
import { NothingLeft } from '../filters/NothingLeft';
import { useFocusKept } from '../grid/useFocusKept';
import { useKeyboardMoves } from '../grid/useKeyboardMoves';
import { useRefusedDrags } from '../grid/useRefusedDrags';
import { PointerNote } from '../overlaps/PointerNote';
import { UnscheduledStrip } from '../unscheduled/UnscheduledStrip';
import { useCalendarJobs } from '../useCalendarJobs';
import { useMoves } from '../useMoves';
import { useNeighbours } from '../useNeighbours';
import { BarNotes } from './BarNotes';
import { ghostOf, noteOf } from './dragged';
import { LaneBoard } from './LaneBoard';
import styles from './LaneBoard.module.css';
import { useHandOver } from './useHandOver';
import { useHands } from './useHands';
import { type Target, useLaneDrag } from './useLaneDrag';
import { useLaneKeys } from './useLaneKeys';
import { useLanes } from './useLanes';

/** The days of each crew, a lane each; below them the jobs without days. */
export function CrewsDesk({ calendar }: CalendarProps) {
  const { view, day, days, today, show, over } = calendar;
  const navigate = useNavigate();
  const jobs = useCalendarJobs(days, calendar, calendar.panel === 'filters');
  const { inStrip } = jobs;
  useNeighbours(view, day, jobs.isLoaded);
  const dates = useMemo(() => everyDay(days), [days]);

  const follow = useCallback((next: string) => show({ day: next }), [show]);
  const explain = useCallback(() => show({ panel: 'filters' }), [show]);
  const keyboard = useKeyboardMoves({ jobs: jobs.onGrid, days, follow, explain });

  const { hands, openLanes } = useHands();
  const handOver = useHandOver(hands);
  const { onItsWay, mayMove, mayGive } = handOver;
  const shown = useMemo(() => {
    // A card that was dropped lies in its lane while it is asked about.
    const card = onItsWay && inStrip.find(({ id }) => id === onItsWay.id);
    return card && onItsWay.span ? [...keyboard.jobs, { ...card, ...onItsWay.span }] : keyboard.jobs;
  }, [keyboard.jobs, inStrip, onItsWay]);
  const lanes = useLanes({ days, shown, openLanes, onItsWay });
  const { drawn, laneOfJob } = lanes;

  const board = useRef<HTMLElement>(null);
  const revealer = useRef<((at: number) => void) | null>(null);
  const shownJob = (id: string) => shown.find((job) => job.id === id);
  const jobOf = (id: string): Job | undefined => shownJob(id) ?? inStrip.find((job) => job.id === id);

  const { takeOff } = useMoves();
  const drop = (job: Job, target: NonNullable<Target>) => {
    if (target === 'unscheduled') return void takeOff(job);
    const to = drawn.find(({ lane }) => lane.key === target.key);
    if (to !== undefined)
      void handOver.handOver(job, laneOfJob(job), { lane: to.lane, span: target.span }, lanes);
  };
  const keyOf = (job: Job) => laneOfJob(job).key;
  const { lifted, press } = useLaneDrag({ board, days: dates, jobOf, keyOf, mayMove, mayGive, drop });
  const refuse = useRefusedDrags((id) => {
    const job = jobOf(id);
    return job === undefined ? null : handOver.whyNeither(job);
  });
  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    refuse(down);
    press(down);
  };

  const keys = useLaneKeys({
    lanes,
    handOver,
    rest: keyboard.onKeyDown,
    jobOf: shownJob,
    reveal: (at) => revealer.current?.(at),
  });
  useFocusKept(board, drawn);

  // The lanes are drawn anew when this changes; an address does not change what they show.
  const address = useRef(over);
  useEffect(() => {
    address.current = over;
  });
  const open = useCallback((id: string) => void navigate(address.current(`event_options/${id}`)), [navigate]);
  const showDay = useCallback((chosen: string) => show({ view: 'day', day: chosen }), [show]);
  const place = keys.choice ? { ...keys.choice, key: keys.choice.lane.key } : null;
  const target = lifted === null ? place : lifted.target;
  const job = lifted?.job ?? keys.choice?.job ?? null;
  const ghost = job && ghostOf(job, target, days, lanes, handOver);
  const note = lifted && noteOf(lifted, lanes, handOver);

  return (
    <>
      <CalendarPanel calendar={calendar} locations={jobs.locations} />
      <div className={desk.main}>
        <CalendarToolbar calendar={calendar} />
        <Refetching when={jobs.isFetching} />
        <CalendarFailure failure={jobs.failure} tryAgain={jobs.tryAgain} />
        <NothingLeft calendar={calendar} when={jobs.allHidden} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the bars inside take the focus; their keys come up here. */}
        <div
          role="presentation"
          className={styles.hold}
          aria-busy={jobs.isPending}
          data-print="calendar"
          onPointerDown={onPointerDown}
          onKeyDown={keys.onKeyDown}
          onFocus={keyboard.onFocus}
          onBlur={keys.onBlur}
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
        <span className="spoken" role="status">
          {keys.said}
        </span>
        <span className="spoken" role="status">
          {keyboard.said}
        </span>
        <UnscheduledStrip jobs={inStrip} calendar={calendar} onOpen={open} onPress={onPointerDown} />
        {note && <PointerNote {...note} />}
      </div>
    </>
  );
}
