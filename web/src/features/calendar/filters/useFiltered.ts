/** What the filters and the hidden calendars leave of a list. Which those are is the domain's to say. */
import type { Appointment, Job, ListedJob } from '@bindings';
import { useMemo } from 'react';
import { dayOfWall, wallOf } from '@/session/wallTime';
import { JobIndex, shownOn } from '@/wasm/rules';

import { isFiltered, type Narrowed } from '../useCalendarView';

/** How the filters read one entry of a list. */
interface Reading<T> {
  /** What search and filters look at. */
  listed: (entry: T) => ListedJob;
  /** The ids of the calendars it stands on. */
  calendars: (entry: T) => readonly string[];
}

const jobs: Reading<Job> = {
  listed: (job) => job,
  calendars: ({ calendarAssignments }) => calendarAssignments.map(({ calendarId }) => calendarId),
};

/** Appointments pass the same filters as jobs: on the days of the company's clock, from their start to their end. */
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

/** Positions that stand in both lists; null is every position. */
function inBoth(one: Uint32Array | null, other: Uint32Array | null): Uint32Array | null {
  if (one === null || other === null) return one ?? other;
  const others = new Set(other);
  return one.filter((at) => others.has(at));
}

const none: readonly never[] = [];

/**
 * The entries that show, in order. The list is made ready for filtering once, and only when something asks for it:
 * the garbage collector frees that, for a render that React throws away must not free what another one uses.
 */
function useFiltered<T>(
  entries: readonly T[] | undefined,
  { listed, calendars }: Reading<T>,
  by: Narrowed,
  withLocations: boolean,
) {
  const { status, location, from, to, hidden = none, query = '' } = by;
  const filters = isFiltered(by) || query.trim() !== '';
  const wanted = filters || withLocations;
  const index = useMemo(
    () => (wanted && entries ? new JobIndex(entries.map(listed)) : null),
    [entries, listed, wanted],
  );
  // The list of ids is a new one after every step in the address, its words are not.
  const words = hidden.join(',');
  const onShown = useMemo(
    () => (words !== '' && entries ? shownOn(entries.map(calendars), words.split(',')) : null),
    [entries, calendars, words],
  );
  const shown = useMemo<readonly T[]>(() => {
    const found = filters && index ? index.search(query, status, location, from, to) : null;
    const kept = inBoth(found, onShown);
    if (entries === undefined || kept === null) return entries ?? none;
    return Array.from(kept, (at) => entries[at] as T);
  }, [entries, index, onShown, filters, query, status, location, from, to]);
  /** The lower-cased cities of all entries, each once, for the location filter. */
  const locations = useMemo(() => index?.locations() ?? none, [index]);
  return { shown, locations };
}

/** The jobs that show. Their cities are read only when they are asked for: that costs. */
export const useFilteredJobs = (list: readonly Job[] | undefined, by: Narrowed, withLocations: boolean) =>
  useFiltered(list, jobs, by, withLocations);

/** The same for appointments: status, city, dates and hidden calendars. */
export const useFilteredAppointments = (
  list: readonly Appointment[] | undefined,
  by: Narrowed,
  withLocations: boolean,
  zone: string,
) => {
  const reading = useMemo(() => appointmentsIn(zone), [zone]);
  return useFiltered(list, reading, by, withLocations);
};
