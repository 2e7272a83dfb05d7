import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { m } from '@/i18n';
import { Overlay } from '@/ui/overlays/Overlay';
import { noFilters } from '../useCalendarView';
import { FilterFields, type FilterFieldsProps } from './Filters';

/** The filters on a phone, with a link to the calendars. */
export function FiltersSheet({ calendar, locations }: FilterFieldsProps) {
  const { hidden, show } = calendar;
  return (
    <Overlay
      title={m.calendar_filters()}
      onClose={() => show({ panel: null })}
      footer={
        <>
          <Button variant="default" onClick={() => show(noFilters)}>
            {m.calendar_reset()}
          </Button>
          <Button onClick={() => show({ panel: null })}>{m.calendar_showJobs()}</Button>
        </>
      }
    >
      <Button
        variant="default"
        fullWidth
        mb="sm"
        leftSection={<IconStack2 size={20} stroke={1.7} aria-hidden />}
        onClick={() => show({ panel: 'calendars' })}
      >
        {hidden.length === 0 ? m.calendar_calendars() : m.calendar_calendarsHidden({ count: hidden.length })}
      </Button>
      <FilterFields calendar={calendar} locations={locations} />
    </Overlay>
  );
}
