/** Dates as they are read, in the language of the page. The spelling is the domain's. */
import { language } from '@/i18n';
import { jobDate, shortDate } from '@/wasm/rules';

/** `Jun 9th 2026`, in Spanish `9 jun 2026`; an en dash where there is none. */
export const dayText = (day: string | null): string =>
  day === null ? '–' : (jobDate(day, language()) ?? day);

/** `06/09/2026` in both languages. */
export const dayField = (day: string | null): string => (day === null ? '' : (shortDate(day) ?? day));

/** `YYYY-MM-DD` of a local point in time; today when left out. */
export function dayOf(date: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
