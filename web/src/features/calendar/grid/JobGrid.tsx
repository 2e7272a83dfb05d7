import '@fullcalendar/react/skeleton.css';

import type { Job, Span } from '@bindings';
import FullCalendar, {
  type CalendarRef,
  type DropInfo,
  type EventApi,
  type EventDisplayInfo,
  type EventInput,
} from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import { memo, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import type { FindDays } from '@/components/planning/useAssigneeDays';
import { locale, m, useLanguage } from '@/i18n';
import { dayOf } from '@/ui/dates/dates';
import { useScheme } from '@/ui/theme/colorScheme';
import { fromGrid, scheduleDrop } from '@/wasm/rules';

import type { ClosedDays } from '../availability/useClosedDays';
import { useDayMarks } from '../availability/useDayMarks';
import type { KeepLength } from '../availability/useKeepLength';
import { daysBetween, type View } from '../calendarDays';
import { useGridOverlaps } from '../overlaps/useGridOverlaps';
import { useFrozenDuringDrag } from '../useFrozenDuringDrag';
import { useJobMoves } from '../useJobMoves';
import { useStableReferences } from '../useStableReferences';
import { dayHead, dayTop } from './DayTop';
import type { DayOverflow } from './dayOverflow';
import { gridEvents, jobOf } from './gridEvents';
import { gridOptions } from './gridOptions';
import { ridgelineTheme } from './gridTheme';
import { JobBar } from './JobBar';
import { MoreCount } from './MoreCount';
import { isOverStrip } from './stripTarget';
import { useBlockedDrags } from './useBlockedDrags';
import { useDragCancel } from './useDragCancel';
import { useFocusRestore } from './useFocusRestore';

const plugins = [dayGridPlugin, interactionPlugin, ridgelineTheme];
const views = { month: 'dayGridMonth', week: 'dayGridWeek', day: 'dayGridDay' } as const;

interface JobGridProps {
  crowd: DayOverflow;
  /** The number of bars that fit on a day. */
  rows: number;
  view: View;
  day: string;
  /** The job that is moved by keyboard. */
  held: string | null;
  /** The days on which the company does not work. */
  closed: ClosedDays | null;
  findDays: FindDays;
  keepLength: KeepLength;
  onOpen: (id: string) => void;
  /** Shows all jobs of a day that has too many for a popover. */
  onCrowded: (day: string) => void;
  /** Returns the unscheduled job whose card was dropped. */
  cardOf: (id: string) => Job | undefined;
}

const keys = 'ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowLeft Shift+ArrowRight Enter';

function markJob({ el, event }: { el: HTMLElement; event: EventApi }): void {
  el.dataset.job = event.id;
  el.setAttribute('aria-keyshortcuts', event.startEditable ? keys : 'Enter');
}

/** Inclusive days of a bar. */
const spanOf = ({ startStr, endStr }: EventApi): Span => fromGrid({ start: startStr, end: endStr });

const daysAfterFirst = ({ startDate, endDate }: Span) => daysBetween(startDate, endDate);

const content = ({ event, isMirror }: EventDisplayInfo) => (
  <JobBar
    job={jobOf(event)}
    days={isMirror ? 1 : event.extendedProps.days}
    off={isMirror ? [] : event.extendedProps.off}
  />
);

/** The grid of days with job bars. Dragging and resizing reschedules; a refused change is reverted. */
export const JobGrid = memo(function JobGrid({
  crowd: newestCrowd,
  rows: newestRows,
  view,
  day,
  held,
  closed,
  findDays,
  keepLength,
  onOpen,
  onCrowded,
  cardOf,
}: JobGridProps) {
  // An empty strip is lower, so more rows fit in the grid.
  const crowd = useFrozenDuringDrag(newestCrowd);
  const rows = useFrozenDuringDrag(newestRows);
  const calendar = useRef<CalendarRef>(null);
  const scheme = useScheme();
  const language = useLanguage();
  const { move, takeOff } = useJobMoves();
  const scheduleLock = useScheduleLock();
  /** Renders all bars again: after a refused move the grid still shows the bar where it was dropped. */
  const [drawing, redraw] = useReducer((count: number) => count + 1, 0);

  const bars = useMemo<EventInput[]>(
    () => gridEvents(crowd.drawn, scheme, (status) => scheduleLock(status) === null, held, closed),
    [crowd, scheme, scheduleLock, held, closed],
  );
  // The grid takes a copy for new events and renders all bars.
  const events = useMemo(() => (drawing === 0 ? bars : [...bars]), [bars, drawing]);

  const grid = useRef<HTMLDivElement>(null);
  useFocusRestore(grid, events);
  useDragCancel();

  const [start] = useState({ view, day });
  useLayoutEffect(() => {
    calendar.current?.getApi().changeView(views[view], day);
  }, [view, day]);

  /** A bar that was moved keeps its working days; one whose end was dragged has the days it was given. */
  const landing = useCallback(
    (was: Span, drawn: Span) =>
      daysAfterFirst(was) === daysAfterFirst(drawn) ? keepLength(was, drawn.startDate) : drawn,
    [keepLength],
  );
  const moved = useCallback(
    ({ event, oldEvent }: { event: EventApi; oldEvent: EventApi }) => {
      const span = landing(spanOf(oldEvent), spanOf(event));
      void move(jobOf(event), span).then((succeeded) => succeeded || redraw());
    },
    [move, landing],
  );

  const dropped = useCallback(
    ({ dateStr, draggedEl }: DropInfo) => {
      const job = cardOf(draggedEl.dataset.job ?? '');
      if (job !== undefined) void move(job, scheduleDrop(dateStr.slice(0, 10)));
    },
    [move, cardOf],
  );

  const onDragStop = useCallback(
    ({ event, jsEvent }: { event: EventApi; jsEvent: MouseEvent }) => {
      if (isOverStrip(jsEvent)) void takeOff(jobOf(event));
    },
    [takeOff],
  );

  const more = useCallback(
    ({ date }: { date: Date }) => {
      const clicked = dayOf(date);
      if (!crowd.left.has(clicked)) return 'popover';
      onCrowded(clicked);
      return views.day;
    },
    [crowd, onCrowded],
  );

  const shownJob = useCallback(
    (id: string) => crowd.drawn.find((job) => job.id === id) ?? cardOf(id),
    [crowd, cardOf],
  );
  const over = { view, day, jobOf: shownJob, findDays, landing };
  const { overBar, overCard, note, dragged } = useGridOverlaps(over);
  const moving = shownJob(dragged ?? held ?? '');
  const marks = useDayMarks(closed, moving === undefined ? null : findDays(moving));

  const handlers = useStableReferences({
    eventClick: ({ event }: { event: EventApi }) => onOpen(event.id),
    eventAllow: overBar,
    selectAllow: overCard,
    eventDrop: moved,
    eventResize: moved,
    eventDragStop: onDragStop,
    drop: dropped,
    moreLinkClick: more,
    ...marks,
  });
  const { left } = crowd;
  const count = useCallback(({ num }: { num: number }) => <MoreCount shown={num} left={left} />, [left]);

  const attempt = useBlockedDrags(
    useCallback(
      (id) => {
        const job = crowd.drawn.find((drawn) => drawn.id === id);
        return job === undefined ? null : scheduleLock(job.status);
      },
      [crowd, scheduleLock],
    ),
  );

  return (
    <div ref={grid} style={{ height: '100%' }} onPointerDown={attempt}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        {...gridOptions}
        locale={locale(language)}
        initialView={views[start.view]}
        initialDate={start.day}
        dayHeaders={view !== 'day'}
        dayMaxEventRows={view === 'day' ? false : rows}
        eventOrder="-held,start,-duration,title"
        droppable
        events={events}
        eventDidMount={markJob}
        eventContent={content}
        dayCellTopContent={dayTop}
        dayHeaderContent={dayHead}
        {...handlers}
        moreLinkHint={m.calendar_wholeDay()}
        moreLinkContent={count}
      />
      {note}
    </div>
  );
});
