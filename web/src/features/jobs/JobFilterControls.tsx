/** The controls that narrow and order the list, for desktop and phone. */
import { ActionIcon, Popover, Select, Switch } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconMapPin } from '@tabler/icons-react';
import { m } from '@/i18n';
import { RidgeTabs } from '@/ui/RidgeTabs';

import styles from './JobsScreen.module.css';
import { columnName } from './JobsTable';
import { columns, everywhere, type JobFilters, type JobTab, tabs } from './jobFilters';

interface Narrowing extends JobFilters {
  counts: Record<JobTab, number> | undefined;
  places: readonly string[];
}

const words: Record<JobTab, () => string> = {
  all: () => m.jobs_all(),
  active: () => m.jobs_activeTab(),
  complete: () => m.jobs_completeTab(),
  unscheduled: () => m.common_unscheduled(),
};

export function TabRow({ tab, setTab, counts }: Pick<Narrowing, 'tab' | 'setTab' | 'counts'>) {
  return (
    <div className="grow">
      <RidgeTabs
        bare
        label={m.jobs_tabs()}
        tabs={tabs.map((value) => ({ value, label: words[value](), count: counts?.[value] }))}
        value={tab}
        onChange={(next) => setTab(next as JobTab)}
      />
    </div>
  );
}

/** The tabs of a phone: chips that scroll to the side. */
export function TabChips({ tab, setTab, counts }: Pick<Narrowing, 'tab' | 'setTab' | 'counts'>) {
  return (
    <fieldset className={styles.chips} data-sideways aria-label={m.jobs_tabs()}>
      {tabs.map((value) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={tab === value}
          onClick={() => setTab(value)}
        >
          {words[value]()} <span className="num">{counts?.[value]}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface PlaceChoice extends Pick<Narrowing, 'location' | 'setLocation' | 'places'> {
  label?: string;
}

export function LocationFilter({ location, setLocation, places, label }: PlaceChoice) {
  return (
    <Select
      className={styles.places ?? ''}
      {...(label === undefined ? { 'aria-label': m.jobs_location() } : { label })}
      leftSection={<IconMapPin size={16} />}
      data={[{ value: everywhere, label: m.jobs_allLocations() }, ...places]}
      value={location}
      onChange={(next) => setLocation(next ?? everywhere)}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      nothingFoundMessage="–"
      comboboxProps={{ withinPortal: label === undefined }}
    />
  );
}

/** Location and order on a phone, behind one button beside the search. */
export function PhoneFilters({ sort, setSort, ...narrowing }: Narrowing) {
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <ActionIcon size={48} variant="default" className={styles.tool ?? ''} aria-label={m.jobs_filters()}>
          <IconAdjustmentsHorizontal size={24} />
          {narrowing.location !== everywhere && <span className={styles.dot} />}
        </ActionIcon>
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
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
