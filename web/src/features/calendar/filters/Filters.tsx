import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { m } from '@/i18n';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { anyLocation, noFilters, type StatusFilter, type useCalendarView } from '../useCalendarView';
import { BarLegend } from './BarLegend';
import styles from './Filters.module.css';
import { useJobCities } from './useJobCities';

export interface FilterFieldsProps {
  calendar: ReturnType<typeof useCalendarView>;
  /** The lower-cased cities of what was fetched for the visible days. */
  locations: readonly string[];
}

function LocationSelect({ calendar, locations }: FilterFieldsProps) {
  const { location, show } = calendar;
  const cities =
    locations.includes(location) || location === anyLocation ? locations : [location, ...locations];
  return (
    <Select
      label={m.calendar_location()}
      value={location}
      onChange={(next) => show({ location: next ?? anyLocation })}
      allowDeselect={false}
      searchable
      nothingFoundMessage={m.calendar_noLocation()}
      data={[
        { value: anyLocation, label: m.calendar_allLocations() },
        ...cities.map((city) => ({ value: city, label: city })),
      ]}
    />
  );
}

const JobLocationSelect = ({ calendar, locations }: FilterFieldsProps) => (
  <LocationSelect calendar={calendar} locations={useJobCities(locations)} />
);

/** The filters of the calendar, and its legend. */
export function FilterFields({ calendar, locations }: FilterFieldsProps) {
  const { status, from, to, day, mode, show } = calendar;
  const statusId = useId();
  // All appointments are loaded, but only the jobs of the visible days.
  const Location = mode === 'appointments' ? LocationSelect : JobLocationSelect;
  return (
    <div className={styles.fields}>
      <div>
        <div className="mantine-InputWrapper-label" id={statusId}>
          {m.calendar_status()}
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={statusId}
          value={status}
          onChange={(next) => show({ status: next as StatusFilter })}
          data={[
            { value: 'all', label: m.calendar_statusAll() },
            { value: 'active', label: m.calendar_statusActive() },
            { value: 'completed', label: m.calendar_statusCompleted() },
          ]}
        />
      </div>
      <Location calendar={calendar} locations={locations} />
      <DatePickerInput
        ariaLabels={datePickerLabels()}
        type="range"
        label={m.calendar_dateRange()}
        placeholder={m.calendar_anyDates()}
        valueFormat="MM/DD/YYYY"
        firstDayOfWeek={0}
        // The picker opens at the visible days.
        defaultDate={from ?? day}
        clearable
        clearButtonProps={{ 'aria-label': m.calendar_resetDates() }}
        allowSingleDateInRange
        value={[from, to]}
        onChange={([first, last]) => show({ from: first, to: last })}
      />
      <hr className={styles.line} />
      <BarLegend />
    </div>
  );
}

/** The filters as a panel beside the grid. */
export function Filters(props: FilterFieldsProps) {
  const { show } = props.calendar;
  return (
    <>
      <div className={styles.head}>
        <h2 className="grow">{m.calendar_filters()}</h2>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => show(noFilters)}>
          {m.calendar_reset()}
        </Button>
        <ActionIcon aria-label={m.calendar_closeFilters()} onClick={() => show({ panel: null })}>
          <IconX size={20} />
        </ActionIcon>
      </div>
      <FilterFields {...props} />
    </>
  );
}
