import { m } from '@/i18n';
import { dayField } from '@/ui/days';

import { type CalendarView, everywhere, type JobFilters, type Look } from '../useCalendarView';

const about: Record<Look, () => string> = {
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

/** What is shown and what is left out, for readers who do not see the screen: 'Jobs, Active, old hickory'. */
export function filtersInWords({
  look,
  status,
  location,
  from,
  to,
  hidden,
}: JobFilters & Pick<CalendarView, 'look' | 'hidden'>): string {
  const range = from === null && to === null ? null : `${dayField(from)} – ${dayField(to)}`;
  return [
    about[look](),
    statuses[status]?.(),
    location === everywhere ? null : location,
    range,
    hidden.length === 0 ? null : m.calendar_printHidden({ count: hidden.length }),
  ]
    .filter(Boolean)
    .join(', ');
}
