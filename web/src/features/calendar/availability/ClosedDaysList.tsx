import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';

import type { ClosedDays } from './useClosedDays';

/** The holidays and days off among the visible days, for screen readers: the grid shows their names in its cells. */
export function ClosedDaysList({ closed }: { closed: ClosedDays | null }) {
  const named = [...(closed ?? [])].filter(([, name]) => name !== '');
  if (named.length === 0) return null;
  return (
    <ul className="spoken" aria-label={m.workdays_holidays()}>
      {named.map(([day, name]) => (
        <li key={day}>{`${shortDay(day)}: ${name}`}</li>
      ))}
    </ul>
  );
}
