import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';

import styles from './CalendarToolbar.module.css';
import { stepDay, type View, viewTitle } from './calendarDays';
import type { useCalendarView } from './useCalendarView';

/** The labels of the back and forward buttons, by view. */
export const steps: Record<View, { back: () => string; on: () => string }> = {
  month: { back: () => m.calendar_previousMonth(), on: () => m.calendar_nextMonth() },
  week: { back: () => m.calendar_previousWeek(), on: () => m.calendar_nextWeek() },
  day: { back: () => m.calendar_previousDay(), on: () => m.calendar_nextDay() },
};

/** The title of the view, the back and forward buttons, and the three views. */
export function CalendarToolbar({ calendar }: { calendar: ReturnType<typeof useCalendarView> }) {
  const { view, day, today, show } = calendar;
  const heading = useHeadingFocus();
  const title = viewTitle(view, day);
  useDocumentTitle(m.shell_calendar());
  return (
    <div className={styles.bar}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <span className="spoken" role="status">
        {title}
      </span>
      <Button variant="default" onClick={() => show({ day: today })}>
        {m.calendar_today()}
      </Button>
      <div className={styles.steps}>
        <ActionIcon aria-label={steps[view].back()} onClick={() => show({ day: stepDay(view, day, -1) })}>
          <IconChevronLeft size={20} />
        </ActionIcon>
        <ActionIcon aria-label={steps[view].on()} onClick={() => show({ day: stepDay(view, day, 1) })}>
          <IconChevronRight size={20} />
        </ActionIcon>
      </div>
      <span className="grow" />
      <SegmentedControl
        aria-label={m.calendar_view()}
        value={view}
        onChange={(next) => show({ view: next as View })}
        data={[
          { value: 'month', label: m.calendar_month() },
          { value: 'week', label: m.calendar_week() },
          { value: 'day', label: m.calendar_day() },
        ]}
      />
    </div>
  );
}
