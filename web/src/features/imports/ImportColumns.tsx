import type { FieldError, ImportMapping } from '@bindings';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { m } from '@/i18n';
import type { ImportSheet } from '@/wasm/importRules';

import styles from './ImportScreen.module.css';
import type { PresetChoice } from './importFile';
import type { ImportConfig } from './importKinds';

/** The programs whose exports are known. Names of products are the same in every language. */
const presets = (): { value: PresetChoice; label: string }[] => [
  { value: 'none', label: m.imports_presetOther() },
  { value: 'accuLynx', label: 'AccuLynx' },
  { value: 'buildertrend', label: 'Buildertrend' },
  { value: 'jobber', label: 'Jobber' },
  { value: 'jobNimbus', label: 'JobNimbus' },
  { value: 'quickBooks', label: m.imports_quickBooks() },
  { value: 'googleContacts', label: m.imports_googleContacts() },
];

interface ImportColumnsProps {
  of: ImportConfig;
  sheet: ImportSheet;
  file: string;
  mapping: ImportMapping;
  problems: readonly FieldError[];
  /** The user names the program that exported the file. */
  onPreset: (preset: PresetChoice) => void;
  onChange: (mapping: ImportMapping) => void;
}

/** Maps columns to fields: guessed from the headings, changed by the user. */
export function ImportColumns({
  of,
  sheet,
  file,
  mapping,
  problems,
  onPreset,
  onChange,
}: ImportColumnsProps) {
  const headings = useMemo(() => sheet.headings(), [sheet]);
  // An empty mapping misses exactly the required fields.
  const required = useMemo(() => new Set(sheet.problems({}, 'english').map(({ field }) => field)), [sheet]);
  return (
    <section className={`card ${styles.columns}`} aria-labelledby="import-columns">
      <h2 id="import-columns" className={styles.head}>
        {m.imports_columns()}
      </h2>
      <p className="muted">{of.columnsHint(file)}</p>
      <div className={styles.fields}>
        {of.isExported && (
          <Select
            label={m.imports_preset()}
            description={sheet.preset() === undefined ? undefined : m.imports_presetHint()}
            data={presets()}
            value={sheet.preset() ?? 'none'}
            onChange={(preset) => onPreset(preset as PresetChoice)}
            allowDeselect={false}
          />
        )}
        {of.fields.map(({ field, name }) => (
          <Select
            key={field}
            label={name()}
            required={required.has(field)}
            placeholder={m.imports_noColumn()}
            data={headings}
            value={mapping[field] ?? null}
            onChange={(heading) => onChange({ ...mapping, [field]: heading })}
            error={problems.find((problem) => problem.field === field)?.message}
            clearable
            allowDeselect={false}
            searchable
          />
        ))}
      </div>
    </section>
  );
}
