import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { m } from '@/i18n';
import { PageTitle } from '@/ui/PageTitle';
import { shownDays, stepped, titleOf } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';
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

/** The month, the week and the way through time, over the calendar of a phone. */
export function PhoneHeader({ calendar, load, inWords, over = null }: PhoneHeaderProps) {
  const { day, show } = calendar;
  const step = (by: 1 | -1) => show({ day: stepped('week', day, by) });
  const move = (by: 1 | -1) => {
    const Arrow = by === 1 ? IconChevronRight : IconChevronLeft;
    return (
      <ActionIcon
        size={48}
        className={styles.step ?? ''}
        aria-label={by === 1 ? m.calendar_nextWeek() : m.calendar_previousWeek()}
        onClick={() => step(by)}
      >
        <Arrow size={24} />
      </ActionIcon>
    );
  };
  return (
    <PageTitle
      title={titleOf('month', day)}
      phoneActions={
        <>
          {move(-1)}
          {move(1)}
        </>
      }
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
