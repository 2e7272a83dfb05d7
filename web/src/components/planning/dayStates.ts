/** The names and marks of the states of a day. A state is a word and a sign, never a color alone. */
import type { AvailableDay, DayState, Span } from '@bindings';
import {
  type Icon,
  IconCheck,
  IconCircleFilled,
  IconCircleHalf2,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react';
import { locale, m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import type { WorkCalendar } from '@/wasm/rules';

/** The days of somebody who does jobs. */
export interface AssigneeDays {
  /** A company, a crew or a person. */
  who: string;
  /** By day; days that are not known are left out. */
  days: ReadonlyMap<string, AvailableDay>;
}

const names: Record<DayState, () => string> = {
  free: () => m.availability_free(),
  busy: () => m.availability_busy(),
  full: () => m.availability_full(),
  off: () => m.availability_off(),
  unknown: () => m.availability_unknown(),
};

export const stateName = (state: DayState): string => names[state]();

/** The state, with the number of free crews where the company shares it. */
export const stateText = ({ state, free }: AvailableDay): string =>
  free === undefined ? stateName(state) : m.availability_stateAndCrews({ state: stateName(state), free });

export const stateIcons: Record<DayState, Icon> = {
  free: IconCheck,
  busy: IconCircleHalf2,
  full: IconCircleFilled,
  off: IconX,
  unknown: IconQuestionMark,
};

/** Up to so many days are listed; of more, only the number is said. */
const mostListed = 3;

function listed(days: readonly string[]): string {
  if (days.length > mostListed) return m.lanes_days({ count: days.length });
  return new Intl.ListFormat(locale() === 'es' ? 'es' : 'en-US').format(days.map(shortDay));
}

/** The days of a job on which work is done: its first, its last, and the working days between them. */
function worked({ days }: AssigneeDays, { startDate, endDate }: Span, calendar: WorkCalendar | null) {
  return [...days.values()].filter(
    ({ day }) =>
      day >= startDate &&
      day <= endDate &&
      (day === startDate || day === endDate || calendar === null || calendar.count(day, day) > 0),
  );
}

/** Why somebody cannot do a job on these days; null when nothing is known against it. */
export function conflictText(
  assignee: AssigneeDays,
  span: Span,
  calendar: WorkCalendar | null,
): string | null {
  const on = worked(assignee, span, calendar);
  const daysOf = (state: DayState) => on.filter((each) => each.state === state).map(({ day }) => day);
  const { who } = assignee;
  const [off, full] = [daysOf('off'), daysOf('full')];
  const said = [
    off.length > 0 && m.availability_whoOff({ who, days: listed(off) }),
    full.length > 0 && m.availability_whoFull({ who, days: listed(full) }),
  ].filter((text) => text !== false);
  return said.length === 0 ? null : said.join(' ');
}

/** The same for a screen reader, who also hears that somebody is free. */
export function availabilityText(
  assignee: AssigneeDays,
  span: Span,
  calendar: WorkCalendar | null,
): string | null {
  const { who, days } = assignee;
  const conflict = conflictText(assignee, span, calendar);
  const on = worked(assignee, span, calendar);
  // Nobody is called free on days that are not known.
  if (conflict !== null || !days.has(span.startDate) || !days.has(span.endDate)) return conflict;
  if (on.every(({ state }) => state === 'free')) return m.availability_whoFree({ who });
  if (on.every(({ state }) => state === 'unknown')) return m.availability_whoUnknown({ who });
  return on.some(({ state }) => state === 'busy') ? m.availability_whoBusy({ who }) : null;
}
