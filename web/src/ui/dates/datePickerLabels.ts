import { m } from '@/i18n';

/** The accessible names of a date picker's arrows, which the library does not set. */
export const datePickerLabels = () => ({
  nextMonth: m.calendar_nextMonth(),
  previousMonth: m.calendar_previousMonth(),
  nextYear: m.common_nextYear(),
  previousYear: m.common_previousYear(),
  nextDecade: m.common_nextYears(),
  previousDecade: m.common_previousYears(),
});
