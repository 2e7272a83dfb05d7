import { m } from '@/i18n';

/** What the arrows of an open day picker are called; the library draws them and says nothing. */
export const dayLabels = () => ({
  nextMonth: m.calendar_nextMonth(),
  previousMonth: m.calendar_previousMonth(),
  nextYear: m.common_nextYear(),
  previousYear: m.common_previousYear(),
  nextDecade: m.common_nextYears(),
  previousDecade: m.common_previousYears(),
});
