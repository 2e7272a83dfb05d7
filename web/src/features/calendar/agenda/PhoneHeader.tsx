import { PageTitle } from '@/ui/PageTitle';
import { shownDays, stepped, titleOf } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import type { Target } from './useCardDrag';
import { WeekStrip } from './WeekStrip';

interface PhoneHeaderProps {
  calendar: ReturnType<typeof useCalendarView>;
  /** For each day in view how full it is. */
  load?: ReadonlyMap<string, number>;
  /** The same in words. */
  inWords?: (count: number) => string;
  /** Where a card would be dropped. */
  over?: Target | null;
}

/** The month and the week over the calendar of a phone. */
export function PhoneHeader({ calendar, load, inWords, over = null }: PhoneHeaderProps) {
  const { day, show } = calendar;
  const step = (by: 1 | -1) => show({ day: stepped('week', day, by) });
  return (
    <PageTitle
      title={titleOf('month', day)}
      phoneRow={
        <WeekStrip
          days={shownDays('week', day)}
          load={load}
          inWords={inWords}
          over={over}
          calendar={calendar}
          onStep={step}
        />
      }
    />
  );
}
