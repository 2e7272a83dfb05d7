import { useMatch } from 'react-router';
import { CalendarsSheet } from '../calendars/CalendarsSheet';
import type { FilterFieldsProps } from '../filters/Filters';
import { FiltersSheet } from '../filters/FiltersSheet';

/** The panels of the calendar, as sheets on a phone. */
export function PhoneSheets({ calendar, locations }: FilterFieldsProps) {
  const alone = useMatch('/app/calendar') !== null;
  if (!alone) return null;
  if (calendar.panel === 'filters') return <FiltersSheet calendar={calendar} locations={locations} />;
  return calendar.panel === 'calendars' && <CalendarsSheet calendar={calendar} />;
}
