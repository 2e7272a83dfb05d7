import { useMemo } from 'react';
import { m } from '@/i18n';
import { useDaysOff } from '@/queries/planning/capacity';
import { useWorkCalendar, useWorkdays } from '@/queries/planning/workdays';

import { type Days, daysIn } from '../calendarDays';

/** Days on which the company does not work, with the name of the holiday or the reason; blank on weekends. */
export type ClosedDays = ReadonlyMap<string, string>;

/** The days without work among the visible ones; null until they are known. */
export function useClosedDays({ from, to }: Days): ClosedDays | null {
  const calendar = useWorkCalendar();
  const { data: workdays } = useWorkdays();
  const { data: daysOff } = useDaysOff();
  return useMemo(() => {
    if (calendar === null) return null;
    const closed = new Map<string, string>();
    const names = new Map(workdays?.holidays.map(({ day, name }) => [day, name]));
    for (const day of daysIn({ from, to })) {
      const off = daysOff?.find((period) => period.from <= day && day <= period.to);
      const name = names.get(day) ?? (off && (off.reason ?? m.availability_off()));
      if (name !== undefined || calendar.count(day, day) === 0) closed.set(day, name ?? '');
    }
    return closed;
  }, [calendar, workdays, daysOff, from, to]);
}
