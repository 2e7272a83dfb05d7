import { m } from '@/i18n';
import { numericDay } from '@/ui/dates/dates';

import { anyLocation, type CalendarMode, type CalendarView, type JobFilters } from '../useCalendarView';

const about: Record<CalendarMode, () => string> = {
  jobs: () => m.shell_jobs(),
  appointments: () => m.calendar_appointments(),
  map: () => m.calendar_jobMap(),
  crews: () => m.calendar_crews(),
};

const statuses = {
  all: null,
  active: () => m.calendar_statusActive(),
  completed: () => m.calendar_statusCompleted(),
};

/** The mode and the active filters as text for a print: 'Jobs, Active, old hickory'. */
export function filterSummary({
  mode,
  status,
  location,
  from,
  to,
  hidden,
}: JobFilters & Pick<CalendarView, 'mode' | 'hidden'>): string {
  const range = from === null && to === null ? null : `${numericDay(from)} – ${numericDay(to)}`;
  return [
    about[mode](),
    statuses[status]?.(),
    location === anyLocation ? null : location,
    range,
    hidden.length === 0 ? null : m.calendar_printHidden({ count: hidden.length }),
  ]
    .filter(Boolean)
    .join(', ');
}
