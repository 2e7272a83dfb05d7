import type { Span } from '@bindings';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { m } from '@/i18n';
import { popup } from '@/ui/overlays/popups';

import type { Days } from '../calendarDays';
import { useJobMoves } from '../useJobMoves';
import type { DatedJob } from './dayOverflow';
import { extendedBy, movedBy, movedText } from './spans';

/** Presses that follow each other within this time are one move, in ms. */
const pause = 600;

/** By how many days an arrow key moves. */
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
  /** Called when a job leaves the days in view: the view follows it. */
  follow: (day: string) => void;
  /** Called for a question mark: shows the help on bars and keys. */
  explain: () => void;
}

/**
 * Moves the focused bar by arrow keys. The change shows at once; the request is sent when the presses pause, with the
 * last dates. The same rules apply as for a drag.
 */
export function useKeyboardMoves({ jobs, days, follow, explain }: KeyboardMoves) {
  const { move } = useJobMoves();
  const scheduleLock = useScheduleLock();
  /** The job as it is shown until the server has answered. */
  const [carried, setCarried] = useState<DatedJob | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const waiting = useRef<DatedJob | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(() => {
    clearTimeout(timer.current);
    const job = waiting.current;
    waiting.current = null;
    if (job === null) return;
    const { startDate, endDate } = job;
    // After further presses the bar keeps its newer position.
    void move(job, { startDate, endDate }).then(() => setCarried((now) => (now === job ? null : now)));
  }, [move]);

  // Leaving the calendar or the app sends what was pressed last.
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
    if (carried === null) return jobs;
    const { id, startDate, endDate } = carried;
    if (!jobs.some((job) => job.id === id)) return touches(carried, days) ? [...jobs, carried] : jobs;
    return jobs.map((job) => (job.id === id ? { ...job, startDate, endDate } : job));
  }, [jobs, carried, days]);

  const carry = (job: DatedJob, span: Span) => {
    if (waiting.current !== null && waiting.current.id !== job.id) send();
    const next = { ...job, ...span };
    waiting.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), pause);
    setCarried(next);
    setHeld(job.id);
    setSaid(movedText(span));
    if (!touches(span, days)) follow(span.startDate);
  };

  const press = (pressed: globalThis.KeyboardEvent, id: string | undefined) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    if (pressed.key === '?') {
      setSaid(`${m.calendar_keys()}. ${m.calendar_keysHint()}`);
      explain();
      return;
    }
    const by = arrows[pressed.key];
    const known = shown.find((job) => job.id === id);
    if (by === undefined || known === undefined) return;
    pressed.preventDefault();
    // Two presses may arrive before the first one is rendered.
    const job = waiting.current?.id === known.id ? waiting.current : known;
    const reason = scheduleLock(job.status);
    if (reason !== null) {
      void popup.oops(reason);
      return;
    }
    const span = pressed.shiftKey ? extendedBy(job, by) : movedBy(job, by);
    if (span === null) setSaid(m.calendar_oneDayAlready());
    else carry(job, span);
  };

  const onKeyDown = ({ target, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    const bar = barOf(target);
    if (bar !== null) press(nativeEvent, bar.dataset.job);
  };

  // While the bar is drawn anew nothing has the focus for a moment: a key that is held down still means the bar.
  const current = useRef(press);
  useEffect(() => {
    current.current = press;
  });
  useEffect(() => {
    if (held === null) return;
    const between = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.target === document.body) current.current(pressed, held);
    };
    window.addEventListener('keydown', between);
    return () => window.removeEventListener('keydown', between);
  }, [held]);

  /** The focus went to something else: the bar takes its usual place again. */
  const onFocus = ({ target }: { target: EventTarget }) => {
    if (held !== null && barOf(target)?.dataset.job !== held) setHeld(null);
  };

  return { jobs: shown, held, said, onKeyDown, onFocus };
}
