import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { companyToday } from '@/ui/dates/companyDay';

import { isDay, shownDays, type View } from './calendarDays';

export type StatusFilter = 'all' | 'active' | 'completed';

/** The filters as the domain reads them. */
export interface JobFilters {
  status: StatusFilter;
  /** A lower-cased city, or `anyLocation`. */
  location: string;
  from: string | null;
  to: string | null;
}

export const anyLocation = 'all locations';

/** The filters, and the hidden calendars. */
export interface FilterState extends JobFilters {
  hidden?: readonly string[] | undefined;
  query?: string | undefined;
}

export const noFilters: JobFilters = { status: 'all', location: anyLocation, from: null, to: null };

/** True while a filter hides something. */
export const isFiltered = ({ status, location, from, to }: JobFilters): boolean =>
  status !== 'all' || location !== anyLocation || from !== null || to !== null;

/** What the calendar shows: jobs, meetings with customers, jobs on the map, or the days of each crew. */
export const calendarModes = ['jobs', 'appointments', 'map', 'crews'] as const;
export type CalendarMode = (typeof calendarModes)[number];

/** The panel beside the calendar; on a phone a sheet. */
export type CalendarPanelName = 'filters' | 'calendars';

/** The state of the calendar. It is stored in the URL, so that a reload or a link shows the same. */
export interface CalendarView extends JobFilters {
  mode: CalendarMode;
  view: View;
  day: string;
  panel: CalendarPanelName | null;
  /** The ids of the calendars whose jobs and appointments are hidden; `onNoCalendar()` for those on none. */
  hidden: readonly string[];
  /** The calendar that the panel adds jobs to. */
  chosen: string | null;
  /** The job that is selected on the map. */
  pin: string | null;
  /** The search term of the map's list. */
  query: string;
  stripOpen: boolean;
  /** The sheet of unscheduled jobs on a phone. */
  sheetOpen: boolean;
}

const base = '/app/calendar';

const oneOf = <T extends string>(text: string | null, allowed: readonly T[]): T | null =>
  allowed.find((each) => each === text) ?? null;

/** The default view: a month of jobs, a week of appointments or of crews. */
const defaultView = (mode: CalendarMode): View => (mode === 'jobs' || mode === 'map' ? 'month' : 'week');

const optionalDay = (text: string | null) => (isDay(text) ? text : null);

/** Parses the query string. Missing or misspelled parameters get their defaults. */
export function readView(search: string, today: string): CalendarView {
  const params = new URLSearchParams(search);
  const day = params.get('date');
  const mode = oneOf(params.get('show'), calendarModes) ?? 'jobs';
  return {
    mode,
    view: oneOf(params.get('grid'), ['month', 'week', 'day']) ?? defaultView(mode),
    day: isDay(day) ? day : today,
    status: oneOf(params.get('status'), ['all', 'active', 'completed']) ?? 'all',
    location: params.get('location')?.toLowerCase() || anyLocation,
    from: optionalDay(params.get('from')),
    to: optionalDay(params.get('to')),
    panel: oneOf(params.get('panel'), ['filters', 'calendars']),
    hidden: params.get('without')?.split(',').filter(Boolean) ?? [],
    chosen: params.get('calendar'),
    pin: params.get('pin'),
    query: params.get('q') ?? '',
    stripOpen: params.get('unscheduled') !== 'hidden',
    sheetOpen: params.get('unscheduled') === 'open',
  };
}

/** The query string of a view. Defaults are left out. */
export function writeView(view: CalendarView, today: string): string {
  const params = new URLSearchParams();
  const setParam = (name: string, value: string | null, usual: string | null) => {
    if (value !== null && value !== usual) params.set(name, value);
  };
  setParam('show', view.mode, 'jobs');
  setParam('grid', view.view, defaultView(view.mode));
  setParam('date', view.day, today);
  setParam('status', view.status, 'all');
  setParam('location', view.location, anyLocation);
  setParam('from', view.from, null);
  setParam('to', view.to, null);
  setParam('panel', view.panel, null);
  setParam('without', view.hidden.join(','), '');
  setParam('calendar', view.panel === 'calendars' ? view.chosen : null, null);
  setParam('pin', view.mode === 'map' ? view.pin : null, null);
  setParam('q', view.mode === 'map' ? view.query : null, '');
  setParam('unscheduled', view.sheetOpen ? 'open' : view.stripOpen ? null : 'hidden', null);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The state of the calendar, and the URLs that contain it. */
export function useCalendarView() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const today = companyToday();
  const state = useMemo(() => readView(search, today), [search, today]);
  const days = useMemo(() => shownDays(state.view, state.day), [state.view, state.day]);

  const show = useCallback(
    (change: Partial<CalendarView>) => {
      const current = readView(search, today);
      // Another mode starts with its default view, unless a view is given.
      const view =
        change.view ??
        (change.mode && change.mode !== current.mode ? defaultView(change.mode) : current.view);
      const next = writeView({ ...current, ...change, view }, today);
      // Changes of mode, view or day get a history entry; filters do not.
      const isStep = change.mode !== undefined || change.view !== undefined || change.day !== undefined;
      void navigate({ pathname, search: next }, { replace: !isStep });
    },
    [navigate, pathname, search, today],
  );

  return {
    ...state,
    today,
    days,
    show,
    /** The URL of the calendar itself: overlays close to it. */
    home: { pathname: base, search },
    /** The URL of an overlay over the same view. */
    over: (path: string) => ({ pathname: `${base}/${path}`, search }),
  };
}
