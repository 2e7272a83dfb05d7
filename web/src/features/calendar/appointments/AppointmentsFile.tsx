import { m } from '@/i18n';
import { type CsvColumn, saveTable } from '@/ui/files/tableCsv';
import { DownloadItem } from '@/ui/layout/TableMenu';
import { addressLine } from '@/ui/navigation/directions';
import { shownDays, type View } from '../calendarDays';
import type { useCalendarView } from '../useCalendarView';
import { appointmentCustomer, appointmentEmployee } from './appointmentText';
import { type TimedAppointment, useCalendarAppointments } from './useCalendarAppointments';

/** A time on the company's clock, as spreadsheets read it. */
const time = (wall: string) => wall.slice(0, 16).replace('T', ' ');

const columns = (): CsvColumn<TimedAppointment>[] => [
  [m.common_startDate(), ({ start }) => time(start)],
  [m.common_endDate(), ({ end }) => time(end)],
  [m.appointments_customer(), ({ appointment }) => appointmentCustomer(appointment)],
  [m.appointments_employee(), ({ appointment }) => appointmentEmployee(appointment)],
  [m.customers_address(), ({ appointment }) => addressLine(appointment)],
  [m.appointments_note(), ({ appointment }) => appointment.note],
  [
    m.bulk_status(),
    ({ appointment: { status } }) => (status === 'complete' ? m.jobs_completeTab() : m.jobs_activeTab()),
  ],
];

interface AppointmentsFileProps {
  calendar: ReturnType<typeof useCalendarView>;
  /** The view that the list on a phone covers; undefined for the grid on a desktop. */
  listOf: View | undefined;
}

/** Saves the appointments of the shown days, without those that filters and hidden calendars hide. */
export function AppointmentsFile({ calendar, listOf }: AppointmentsFileProps) {
  const days = listOf === undefined ? calendar.days : shownDays(listOf, calendar.day);
  const { onDays, isPending } = useCalendarAppointments(days, calendar, false);
  return (
    <DownloadItem
      count={isPending ? undefined : onDays.length}
      onDownload={() => saveTable('appointments', columns(), onDays)}
    />
  );
}
