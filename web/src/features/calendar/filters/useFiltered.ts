/** Filters lists by the filters and the hidden calendars. The rules are the domain's. */
import type { Appointment, Job, ListedJob } from '@bindings';
import { useMemo } from 'react';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';
import { JobIndex, shownOn } from '@/wasm/rules';

import { type FilterState, isFiltered } from '../useCalendarView';

/** How the filters read one entry of a list. */
interface Reading<T> {
  /** The data that search and filters use. */
  listed: (entry: T) => ListedJob;
  /** The ids of the calendars it is on. */
  calendars: (entry: T) => readonly string[];
}

const jobs: Reading<Job> = {
  listed: (job) => job,
  calendars: ({ calendarAssignments }) => calendarAssignments.map(({ calendarId }) => calendarId),
};

/** Appointments pass the same filters as jobs, with their days on the company's clock. */
const appointmentsIn = (zone: string): Reading<Appointment> => ({
  listed: ({ customerFirstName, customerLastName, address, city, state, zip, status, start, end }) => ({
    title: [customerFirstName, customerLastName].filter(Boolean).join(' '),
    address,
    city: city ?? '',
    state: state ?? '',
    zip,
    status,
    startDate: dayOfWall(wallOf(start, zone)),
    endDate: dayOfWall(wallOf(end, zone)),
  }),
  calendars: ({ appointmentCalendarAssignments }) =>
    appointmentCalendarAssignments.map(({ calendarId }) => calendarId),
});

/** The intersection of two lists of positions; null means all positions. */
function inBoth(one: Uint32Array | null, other: Uint32Array | null): Uint32Array | null {
  if (one === null || other === null) return one ?? other;
  const others = new Set(other);
  return one.filter((at) => others.has(at));
}

const none: readonly never[] = [];

/**
 * The matching entries, in order. The list is indexed once, on first use. The index is freed by the garbage
 * collector, because a discarded render must not free what another render uses.
 */
function useFiltered<T>(
  entries: readonly T[] | undefined,
  { listed, calendars }: Reading<T>,
  by: FilterState,
  withLocations: boolean,
) {
  const { status, location, from, to, hidden = none, query = '' } = by;
  const filters = isFiltered(by) || query.trim() !== '';
  const needsIndex = filters || withLocations;
  const index = useMemo(
    () => (needsIndex && entries ? new JobIndex(entries.map(listed)) : null),
    [entries, listed, needsIndex],
  );
  // The array of ids is a new one after every navigation; its joined text is not.
  const hiddenIds = hidden.join(',');
  const onShown = useMemo(
    () => (hiddenIds !== '' && entries ? shownOn(entries.map(calendars), hiddenIds.split(',')) : null),
    [entries, calendars, hiddenIds],
  );
  const shown = useMemo<readonly T[]>(() => {
    const found = filters && index ? index.search(query, status, location, from, to) : null;
    const positions = inBoth(found, onShown);
    if (entries === undefined || positions === null) return entries ?? none;
    return Array.from(positions, (at) => entries[at] as T);
  }, [entries, index, onShown, filters, query, status, location, from, to]);
  /** The lower-cased cities of all entries, each once, for the location filter. */
  const locations = useMemo(() => index?.locations() ?? none, [index]);
  return { shown, locations };
}

/** The filtered jobs. Their cities are computed only on request, because that is expensive. */
export const useFilteredJobs = (list: readonly Job[] | undefined, by: FilterState, withLocations: boolean) =>
  useFiltered(list, jobs, by, withLocations);

/** The same for appointments: status, city, dates and hidden calendars. */
export const useFilteredAppointments = (
  list: readonly Appointment[] | undefined,
  by: FilterState,
  withLocations: boolean,
  zone: string,
) => {
  const reading = useMemo(() => appointmentsIn(zone), [zone]);
  return useFiltered(list, reading, by, withLocations);
};
