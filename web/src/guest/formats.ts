/** How the page of a link writes numbers and days, without a formatter where it can. */

import { monthName } from '@/i18n/dayNames';
import { pageLocale } from '@/i18n/pageTexts';

/** '1,234.5', as the language writes it. Both languages write small counts alike. */
export const quantityText = (amount: number): string =>
  Number.isInteger(amount) && Math.abs(amount) < 1000
    ? String(amount)
    : new Intl.NumberFormat(pageLocale()).format(amount);

/** The day of an instant here: 'Jun 11, 2026', '11 jun 2026'. */
export function dayOfInstant(instant: string): string {
  const here = new Date(instant);
  const [year, month, day] = [here.getFullYear(), monthName(here.getMonth()), here.getDate()];
  return pageLocale() === 'es' ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}
