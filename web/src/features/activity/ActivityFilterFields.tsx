import { ActionIcon, Button, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { useActivityChoices } from '@/queries/activity/activity';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { SearchField } from '@/ui/inputs/SearchField';
import { SidePanel } from '@/ui/overlays/SidePanel';

import styles from './ActivityScreen.module.css';
import type { ActivityNarrowing } from './useActivityFilters';

interface NarrowingProps {
  narrowing: ActivityNarrowing;
}

export function ActivitySearch({ narrowing: { query, setQuery, settleQuery } }: NarrowingProps) {
  return (
    <SearchField
      className={styles.search ?? ''}
      label={m.activity_searchLabel()}
      placeholder={m.activity_search()}
      query={query}
      setQuery={setQuery}
      onBlur={settleQuery}
    />
  );
}

interface Choice {
  value: string;
  label: string;
}

/** Includes the selected value before the options have loaded. */
const withChosen = (choices: readonly Choice[], chosen: string): Choice[] =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? [...choices]
    : [...choices, { value: chosen, label: '…' }];

interface NarrowByProps {
  label: string;
  all: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

const NarrowBy = ({ label, all, choices, value, onChange }: NarrowByProps) => (
  <Select
    label={label}
    placeholder={all}
    data={withChosen(choices, value)}
    value={value === '' ? null : value}
    onChange={(next) => onChange(next ?? '')}
    clearable
    clearButtonProps={{ 'aria-label': `${label}: ${all}` }}
    searchable
    openOnFocus={false}
    nothingFoundMessage={m.activity_noSuchChoice()}
    // Dropdowns open above the panel of a phone.
    comboboxProps={{ zIndex: 130 }}
  />
);

/** The filters by subject, person, action and date. */
export function FilterFields({ narrowing: { applied, set } }: NarrowingProps) {
  const { data: choices } = useActivityChoices();
  const people = choices?.people.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <>
      <NarrowBy
        label={m.activity_kind()}
        all={m.activity_everything()}
        choices={choices?.kinds ?? []}
        value={applied.kind}
        onChange={(kind) => set({ kind })}
      />
      <NarrowBy
        label={m.activity_action()}
        all={m.activity_anyAction()}
        choices={choices?.actions ?? []}
        value={applied.action}
        onChange={(action) => set({ action })}
      />
      <NarrowBy
        label={m.activity_person()}
        all={m.activity_everybody()}
        choices={people}
        value={applied.actor}
        onChange={(actor) => set({ actor })}
      />
      <DatePickerInput
        ariaLabels={datePickerLabels()}
        type="range"
        label={m.activity_days()}
        placeholder={m.activity_anyDay()}
        valueFormat="MM/DD/YYYY"
        firstDayOfWeek={0}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': m.activity_resetDays() }}
        popoverProps={{ zIndex: 130 }}
        value={[applied.from || null, applied.to || null]}
        onChange={([from, to]) => set({ from: from ?? '', to: to ?? '' })}
      />
    </>
  );
}

/** The same filters on a phone, behind a button in the header. */
export function PhoneFilters({ narrowing }: NarrowingProps) {
  const [open, setOpen] = useState(false);
  const { applied, clear, narrowed } = narrowing;
  const dot = applied.kind + applied.action + applied.actor + applied.from + applied.to !== '';
  return (
    <>
      <ActionIcon
        size={48}
        className={`onSlate ${styles.tool}`}
        aria-label={m.activity_filters()}
        onClick={() => setOpen(true)}
      >
        <IconAdjustmentsHorizontal size={24} />
        {dot && <span className={styles.dot} />}
      </ActionIcon>
      {open && (
        <SidePanel
          title={m.activity_filters()}
          onClose={() => setOpen(false)}
          footer={(close) => (
            <>
              <Button variant="default" disabled={!narrowed} onClick={clear}>
                {m.activity_clear()}
              </Button>
              <Button onClick={close}>{m.activity_show()}</Button>
            </>
          )}
        >
          <div className="stack">
            <FilterFields narrowing={narrowing} />
          </div>
        </SidePanel>
      )}
    </>
  );
}
