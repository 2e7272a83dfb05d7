import { m } from '@/i18n';
import { PageTitle } from '@/ui/layout/PageTitle';
import { MapPhone } from '../map/MapPhone';
import { useMapJobs } from '../map/useMapJobs';
import type { useCalendarView } from '../useCalendarView';
import styles from './Agenda.module.css';
import { ModeSwitch } from './ModeSwitch';
import { PhoneSheets } from './PhoneSheets';

interface MapProps {
  calendar: ReturnType<typeof useCalendarView>;
}

function MapSheets({ calendar }: MapProps) {
  const { locations } = useMapJobs(calendar, calendar.query);
  return <PhoneSheets calendar={calendar} locations={locations} />;
}

/** The map of jobs on a phone. */
export function PhoneMap({ calendar }: MapProps) {
  return (
    <div className={`page ${styles.map}`}>
      <PageTitle title={m.calendar_jobMap()} />
      <ModeSwitch calendar={calendar} />
      <MapPhone calendar={calendar} />
      {calendar.panel !== null && <MapSheets calendar={calendar} />}
    </div>
  );
}
