import type { Job } from '@bindings';
import { m } from '@/i18n';
import { dayText } from '@/ui/dates/dates';

type Place = Pick<Job, 'address' | 'city' | 'state' | 'zip'>;

/** The address of the job, in one line; city and state if it has no street. */
export function jobAddress({ address, city, state, zip }: Place): string {
  const cityAndState = `${city}, ${state}`;
  if (address === null || address === '') return cityAndState;
  return [address, zip === null || zip === '' ? cityAndState : `${cityAndState} ${zip}`].join(', ');
}

/** A short address for a card: the street and the city. */
export const shortJobAddress = ({ address, city, state }: Place): string =>
  address === null || address === '' ? `${city}, ${state}` : `${address}, ${city}`;

/** The dates of a job as text; 'Unscheduled' if it has none. */
export const jobDates = ({ startDate, endDate }: Pick<Job, 'startDate' | 'endDate'>): string =>
  startDate === null || endDate === null
    ? m.common_unscheduled()
    : `${dayText(startDate)} – ${dayText(endDate)}`;
