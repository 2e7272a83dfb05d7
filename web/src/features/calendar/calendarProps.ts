import type { useCalendarView } from './useCalendarView';

/** The props of every mode of the calendar: the state in the URL, and the functions that change it. */
export type CalendarProps = { calendar: ReturnType<typeof useCalendarView> };
