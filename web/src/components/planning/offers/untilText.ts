import { dateTimeText } from '@/ui/dates/times';

/** The last minute in which an offer can be accepted: '11:59 PM' of a day, and not midnight of the next one. */
export const untilText = (until: string, zone: string): string =>
  dateTimeText(new Date(Date.parse(until) - 60_000).toISOString(), zone);
