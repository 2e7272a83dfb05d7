import type { AssigneeDays } from '@/components/planning/dayStates';
import { m } from '@/i18n';
import { PageTitle } from '@/ui/layout/PageTitle';
import { shownDays, stepDay, viewTitle } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import styles from './PhoneHeader.module.css';
import type { DropTarget } from './useCardDrag';
import { WeekStrip } from './WeekStrip';

interface PhoneHeaderProps {
  calendar: ReturnType<typeof useCalendarView>;
  /** How full each visible day is. */
  load?: ReadonlyMap<string, number>;
  /** The same as text, for screen readers. */
  inWords?: (count: number) => string;
  /** Where the dragged card would be dropped. */
  over?: DropTarget | null;
  /** While a card is dragged: the days of whoever does the job. */
  moving?: AssigneeDays | null;
}

/** The month and the week above the calendar on a phone. */
export function PhoneHeader({ calendar, load, inWords, over = null, moving = null }: PhoneHeaderProps) {
  const { day, today, show } = calendar;
  const step = (by: 1 | -1) => show({ day: stepDay('week', day, by) });
  return (
    <PageTitle
      title={viewTitle('month', day)}
      phoneActions={
        day !== today && (
          <button type="button" className={styles.today} onClick={() => show({ day: today })}>
            {m.calendar_today()}
          </button>
        )
      }
      phoneRow={
        <WeekStrip
          days={shownDays('week', day)}
          load={load}
          inWords={inWords}
          over={over}
          moving={moving}
          calendar={calendar}
          onStep={step}
        />
      }
    />
  );
}
