import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { Overlay } from '@/ui/Overlay';
import { noFilters } from '../useCalendarView';
import { FilterFields, type FilterFieldsProps } from './Filters';

/** The filters on a phone. */
export function FiltersSheet({ calendar, locations }: FilterFieldsProps) {
  const { show } = calendar;
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
      <FilterFields calendar={calendar} locations={locations} />
    </Overlay>
  );
}
