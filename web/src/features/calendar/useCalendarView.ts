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

/** The filters, and what else keeps a job out of sight. */
export interface Narrowed extends JobFilters {
  hidden?: readonly string[] | undefined;
  query?: string | undefined;
}

export const noFilters: JobFilters = { status: 'all', location: everywhere, from: null, to: null };

/** True while a filter keeps something out of sight. */
export const isFiltered = ({ status, location, from, to }: JobFilters): boolean =>
  status !== 'all' || location !== everywhere || from !== null || to !== null;

/** What the calendar is about: jobs, meetings with customers, jobs on the map, or the days of each crew. */
export const looks = ['jobs', 'appointments', 'map', 'crews'] as const;
export type Look = (typeof looks)[number];

/** The panel beside the calendar; on a phone a sheet. */
export type Panel = 'filters' | 'calendars';

/** What the calendar shows. All of it stands in the address, so that a reload or a link shows the same. */
export interface CalendarView extends JobFilters {
  look: Look;
  view: View;
  day: string;
  panel: Panel | null;
  /** The ids of the calendars whose jobs and appointments are hidden; `onNoCalendar()` for those on none. */
  hidden: readonly string[];
  /** The calendar that jobs are put on in the panel. */
  chosen: string | null;
  /** The job that is chosen on the map. */
  pin: string | null;
  /** What is looked for in the list of the map. */
  query: string;
  stripOpen: boolean;
  /** The sheet of unscheduled jobs on a phone. */
  sheetOpen: boolean;
}

const base = '/app/calendar';

const oneOf = <T extends string>(text: string | null, allowed: readonly T[]): T | null =>
  allowed.find((word) => word === text) ?? null;

/** The view that somebody gets who chose none: a month of jobs, a week of meetings or of crews. */
const usualView = (look: Look): View => (look === 'jobs' || look === 'map' ? 'month' : 'week');

const optionalDay = (text: string | null) => (isDay(text) ? text : null);

/** Reads an address. What is missing or misspelled in it is as at the start. */
export function readView(search: string, today: string): CalendarView {
  const said = new URLSearchParams(search);
  const day = said.get('date');
  const look = oneOf(said.get('show'), looks) ?? 'jobs';
  return {
    look,
    view: oneOf(said.get('grid'), ['month', 'week', 'day']) ?? usualView(look),
    day: isDay(day) ? day : today,
    status: oneOf(said.get('status'), ['all', 'active', 'completed']) ?? 'all',
    location: said.get('location')?.toLowerCase() || everywhere,
    from: optionalDay(said.get('from')),
    to: optionalDay(said.get('to')),
    panel: oneOf(said.get('panel'), ['filters', 'calendars']),
    hidden: said.get('without')?.split(',').filter(Boolean) ?? [],
    chosen: said.get('calendar'),
    pin: said.get('pin'),
    query: said.get('q') ?? '',
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
  say('show', view.look, 'jobs');
  say('grid', view.view, usualView(view.look));
  say('date', view.day, today);
  say('status', view.status, 'all');
  say('location', view.location, everywhere);
  say('from', view.from, null);
  say('to', view.to, null);
  say('panel', view.panel, null);
  say('without', view.hidden.join(','), '');
  say('calendar', view.panel === 'calendars' ? view.chosen : null, null);
  say('pin', view.look === 'map' ? view.pin : null, null);
  say('q', view.look === 'map' ? view.query : null, '');
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
      const seen = readView(search, today);
      // Another look starts with its own view, unless one was asked for.
      const view =
        change.view ?? (change.look && change.look !== seen.look ? usualView(change.look) : seen.view);
      const next = writeView({ ...seen, ...change, view }, today);
      // Going through time and looks can be gone back; setting a filter is no step.
      const step = change.look !== undefined || change.view !== undefined || change.day !== undefined;
      void navigate({ pathname, search: next }, { replace: !step });
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
