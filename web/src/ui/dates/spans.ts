/** Ranges of days for display, in the language of the page. */
import type { Span } from '@bindings';
import { shortDay } from '@/i18n/dayNames';

/** 'Tue Jun 9', or 'Tue Jun 9 – Thu Jun 11' for several days. */
export const spanText = ({ startDate, endDate }: Span): string =>
  startDate === endDate ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`;
