import { m } from '@/i18n';
import { dateFormat, dayText, midnight } from '@/ui/dates/dates';
import { timeText } from '@/ui/dates/times';
import { dayOfWall, wallNow, wallOf } from '@/ui/dates/wallTime';

const dayLength = 86_400_000;

/**
 * A relative date and time: `Today at 2:00 PM`, `Last Monday at 10:30 AM`, `Jun 9th 2026 at 9:30 AM`. In the
 * company's time zone.
 */
export function relativeTimeText(instant: string, zone: string): string {
  const day = dayOfWall(wallOf(instant, zone));
  const today = dayOfWall(wallNow(zone));
  const ahead = Math.round((midnight(day).getTime() - midnight(today).getTime()) / dayLength);
  const time = timeText(instant, zone);
  if (ahead === 0) return m.customers_today({ time });
  if (ahead === 1) return m.customers_tomorrow({ time });
  if (ahead === -1) return m.customers_yesterday({ time });
  const weekday = dateFormat({ weekday: 'long' }).format(midnight(day));
  if (ahead > 1 && ahead < 7) return m.customers_thisWeek({ weekday, time });
  if (ahead < -1 && ahead > -7) return m.customers_lastWeek({ weekday, time });
  return m.customers_otherDay({ day: dayText(day), time });
}
