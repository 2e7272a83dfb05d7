import type { Span } from '@bindings';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { availabilityText } from '@/components/planning/dayStates';
import type { FindDays } from '@/components/planning/useAssigneeDays';
import { m } from '@/i18n';
import { useWorkCalendar } from '@/queries/planning/workdays';
import { popup } from '@/ui/overlays/popups';

import type { KeepLength } from '../availability/useKeepLength';
import type { Days } from '../calendarDays';
import { useJobMoves } from '../useJobMoves';
import type { DatedJob } from './dayOverflow';
import { extendedBy, later, movedText } from './spans';

/** Presses within this time of each other are one move, in ms. */
const pause = 600;

/** The number of days that an arrow key moves by. */
const arrows: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const touches = ({ startDate, endDate }: Span, { from, to }: Days) => startDate <= to && endDate >= from;

const barOf = (element: EventTarget): HTMLElement | null => {
  const bar = (element as Element).closest<HTMLElement>('[data-job]');
  // The popover of a crowded day does not support moving.
  return bar?.closest('[role="dialog"]') ? null : bar;
};

interface KeyboardMoves {
  jobs: readonly DatedJob[];
  days: Days;
  /** Called when a job leaves the visible days: the view follows it. */
  follow: (day: string) => void;
  /** Called for a question mark: shows the help on bars and keys. */
  explain: () => void;
  findDays: FindDays;
  keepLength: KeepLength;
}

/**
 * Moves the focused bar by arrow keys. The change shows at once; the request is sent when the presses pause, with the
 * last dates. The same rules apply as for a drag.
 */
export function useKeyboardMoves({ jobs, days, follow, explain, findDays, keepLength }: KeyboardMoves) {
  const { move } = useJobMoves();
  const calendar = useWorkCalendar();
  const scheduleLock = useScheduleLock();
  /** The job as it is shown until the server responds. */
  const [movedJob, setMovedJob] = useState<DatedJob | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const pending = useRef<DatedJob | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(() => {
    clearTimeout(timer.current);
    const job = pending.current;
    pending.current = null;
    if (job === null) return;
    const { startDate, endDate } = job;
    // After more presses the bar keeps its newer position.
    void move(job, { startDate, endDate }).then(() => setMovedJob((now) => (now === job ? null : now)));
  }, [move]);

  // Leaving the calendar or the app sends the pending move.
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  useEffect(() => {
    const leave = () => latest.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const shown = useMemo(() => {
    if (movedJob === null) return jobs;
    const { id, startDate, endDate } = movedJob;
    if (!jobs.some((job) => job.id === id)) return touches(movedJob, days) ? [...jobs, movedJob] : jobs;
    return jobs.map((job) => (job.id === id ? { ...job, startDate, endDate } : job));
  }, [jobs, movedJob, days]);

  const moveTo = (job: DatedJob, span: Span) => {
    if (pending.current !== null && pending.current.id !== job.id) send();
    const next = { ...job, ...span };
    pending.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), pause);
    setMovedJob(next);
    setHeld(job.id);
    const assignee = findDays(job);
    const free = assignee && availabilityText(assignee, span, calendar);
    setAnnouncement([movedText(span), free].filter(Boolean).join('. '));
    if (!touches(span, days)) follow(span.startDate);
  };

  const press = (pressed: globalThis.KeyboardEvent, id: string | undefined) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    if (pressed.key === '?') {
      setAnnouncement(`${m.calendar_keys()}. ${m.calendar_keysHint()}`);
      explain();
      return;
    }
    const by = arrows[pressed.key];
    const known = shown.find((job) => job.id === id);
    if (by === undefined || known === undefined) return;
    pressed.preventDefault();
    // Two presses may arrive before the first one is rendered.
    const job = pending.current?.id === known.id ? pending.current : known;
    const reason = scheduleLock(job.status);
    if (reason !== null) {
      void popup.oops(reason);
      return;
    }
    const span = pressed.shiftKey ? extendedBy(job, by) : keepLength(job, later(job.startDate, by));
    if (span === null) setAnnouncement(m.calendar_oneDayAlready());
    else moveTo(job, span);
  };

  const onKeyDown = ({ target, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    const bar = barOf(target);
    if (bar !== null) press(nativeEvent, bar.dataset.job);
  };

  // While the bar is rendered again, no element has the focus for a moment: a key held down still moves the bar.
  const current = useRef(press);
  useEffect(() => {
    current.current = press;
  });
  useEffect(() => {
    if (held === null) return;
    const onBodyKeyDown = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.target === document.body) current.current(pressed, held);
    };
    window.addEventListener('keydown', onBodyKeyDown);
    return () => window.removeEventListener('keydown', onBodyKeyDown);
  }, [held]);

  /** When the focus moves elsewhere, the bar returns to its usual row. */
  const onFocus = ({ target }: { target: EventTarget }) => {
    if (held !== null && barOf(target)?.dataset.job !== held) setHeld(null);
  };

  return { jobs: shown, held, said: announcement, onKeyDown, onFocus };
}
