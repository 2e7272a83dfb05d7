import { Popover, Select, Switch } from '@mantine/core';
import { m } from '@/i18n';

import { SavedViews } from '../views/SavedViews';
import { useMoveStoredViews } from '../views/storedViews';
import { FiltersButton } from './FiltersButton';
import { type FilterControlsProps, LocationFilter } from './JobFilterControls';
import { columnName } from './JobsTable';
import { anyLocation, columns } from './jobFilters';

/**
 * Location and sort order on a phone, in a menu beside the search. `pressed`: the user pressed its fallback while this
 * was loading.
 */
export function PhoneFilters({
  sort,
  setSort,
  pressed,
  ...narrowing
}: FilterControlsProps & { pressed: boolean }) {
  useMoveStoredViews();
  return (
    <Popover position="bottom-end" width={300} trapFocus defaultOpened={pressed}>
      <Popover.Target>
        <FiltersButton narrowed={narrowing.location !== anyLocation} />
      </Popover.Target>
      <Popover.Dropdown>
        <div className="stack">
          <LocationFilter {...narrowing} label={m.jobs_location()} />
          <Select
            label={m.jobs_sortBy()}
            data={columns.map((value) => ({ value, label: columnName(value) }))}
            value={sort.column}
            onChange={(column) => column !== null && setSort({ ...sort, column })}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          <Switch
            size="md"
            label={m.jobs_descending()}
            checked={sort.descending}
            onChange={(event) => setSort({ ...sort, descending: event.currentTarget.checked })}
          />
          <SavedViews view={narrowing.view} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
