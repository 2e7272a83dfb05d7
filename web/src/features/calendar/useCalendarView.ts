import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { dayOf } from '@/ui/days';

import { isDay, shownDays, type View } from './calendarDays';

export type StatusFilter = 'all' | 'active' | 'completed';

/** The filters as the domain reads them. */
export interface JobFilters {
  status: StatusFilter;
  /** A lower-cased city, or `everywhere`. */
  location: string;
  from: string | null;
  to: string | null;
}

export const everywhere = 'all locations';

export const noFilters: JobFilters = { status: 'all', location: everywhere, from: null, to: null };

/** What the calendar shows. All of it stands in the address, so that a reload or a link shows the same. */
export interface CalendarView extends JobFilters {
  view: View;
  day: string;
  filtersOpen: boolean;
  stripOpen: boolean;
  /** The sheet of unscheduled jobs on a phone. */
  sheetOpen: boolean;
}

const base = '/app/calendar';

const oneOf = <T extends string>(text: string | null, allowed: readonly T[]): T | null =>
  allowed.find((word) => word === text) ?? null;

const optionalDay = (text: string | null) => (isDay(text) ? text : null);

/** Reads an address. What is missing or misspelled in it is as at the start. */
export function readView(search: string, today: string): CalendarView {
  const said = new URLSearchParams(search);
  const day = said.get('date');
  return {
    view: oneOf(said.get('grid'), ['month', 'week', 'day']) ?? 'month',
    day: isDay(day) ? day : today,
    status: oneOf(said.get('status'), ['all', 'active', 'completed']) ?? 'all',
    location: said.get('location')?.toLowerCase() || everywhere,
    from: optionalDay(said.get('from')),
    to: optionalDay(said.get('to')),
    filtersOpen: said.get('filters') === 'open',
    stripOpen: said.get('unscheduled') !== 'hidden',
    sheetOpen: said.get('unscheduled') === 'open',
  };
}

/** The address of a view. What is as at the start is left out. */
export function writeView(view: CalendarView, today: string): string {
  const said = new URLSearchParams();
  const say = (name: string, value: string | null, usual: string | null) => {
    if (value !== null && value !== usual) said.set(name, value);
  };
  say('grid', view.view, 'month');
  say('date', view.day, today);
  say('status', view.status, 'all');
  say('location', view.location, everywhere);
  say('from', view.from, null);
  say('to', view.to, null);
  say('filters', view.filtersOpen ? 'open' : null, null);
  say('unscheduled', view.sheetOpen ? 'open' : view.stripOpen ? null : 'hidden', null);
  const text = said.toString();
  return text === '' ? '' : `?${text}`;
}

/** The state of the calendar, and the addresses that keep it. */
export function useCalendarView() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const today = dayOf();
  const state = useMemo(() => readView(search, today), [search, today]);
  const days = useMemo(() => shownDays(state.view, state.day), [state.view, state.day]);

  const show = useCallback(
    (change: Partial<CalendarView>) => {
      const next = writeView({ ...readView(search, today), ...change }, today);
      void navigate({ pathname, search: next }, { replace: true });
    },
    [navigate, pathname, search, today],
  );

  return {
    ...state,
    today,
    days,
    show,
    /** The address of the calendar itself: overlays close to it. */
    home: { pathname: base, search },
    /** The address of an overlay over the same view. */
    over: (path: string) => ({ pathname: `${base}/${path}`, search }),
  };
}
