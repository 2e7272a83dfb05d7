import type { Job } from '@bindings';
import { m } from '@/i18n';
import { dayText } from '@/ui/dates/dates';

type Place = Pick<Job, 'address' | 'city' | 'state' | 'zip'>;

/** Where the job is, in one line; city and state where there is no street. */
export function jobAddress({ address, city, state, zip }: Place): string {
  const town = `${city}, ${state}`;
  if (address === null || address === '') return town;
  return [address, zip === null || zip === '' ? town : `${town} ${zip}`].join(', ');
}

/** The same, short enough for a card: the street and the city. */
export const shortJobAddress = ({ address, city, state }: Place): string =>
  address === null || address === '' ? `${city}, ${state}` : `${address}, ${city}`;

/** The dates of a job as text; 'Unscheduled' where there are none. */
export const jobDates = ({ startDate, endDate }: Pick<Job, 'startDate' | 'endDate'>): string =>
  startDate === null || endDate === null
    ? m.common_unscheduled()
    : `${dayText(startDate)} – ${dayText(endDate)}`;
