/** The controls that filter and sort the list, for desktop and phone. */
import { Select } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { m } from '@/i18n';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';

import styles from './JobsScreen.module.css';
import { anyLocation, type JobFilters, type JobTab, tabs } from './jobFilters';
import { type TabsProps, tabNames } from './TabChips';

export interface FilterControlsProps extends JobFilters, TabsProps {
  places: readonly string[];
}

export function TabRow({ tab, setTab, counts }: TabsProps) {
  return (
    <div className="grow">
      <RidgeTabs
        bare
        label={m.jobs_tabs()}
        tabs={tabs.map((value) => ({ value, label: tabNames[value](), count: counts?.[value] }))}
        value={tab}
        onChange={(next) => setTab(next as JobTab)}
      />
    </div>
  );
}

interface PlaceChoice extends Pick<FilterControlsProps, 'location' | 'setLocation' | 'places'> {
  label?: string;
}

export function LocationFilter({ location, setLocation, places, label }: PlaceChoice) {
  return (
    <Select
      className={styles.places ?? ''}
      {...(label === undefined ? { 'aria-label': m.jobs_location() } : { label })}
      leftSection={<IconMapPin size={16} />}
      data={[{ value: anyLocation, label: m.jobs_allLocations() }, ...places]}
      value={location}
      onChange={(next) => setLocation(next ?? anyLocation)}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      nothingFoundMessage="–"
      comboboxProps={{ withinPortal: label === undefined }}
    />
  );
}
