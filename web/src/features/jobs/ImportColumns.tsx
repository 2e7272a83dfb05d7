import type { FieldError, ImportField, ImportMapping } from '@bindings';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { m } from '@/i18n';
import type { ImportSheet } from '@/wasm/rules';

import styles from './ImportScreen.module.css';
import { importFields } from './importFile';

const names: Record<ImportField, () => string> = {
  title: () => m.jobs_colTitle(),
  jobNumber: () => m.jobs_number(),
  address: () => m.jobs_address(),
  city: () => m.jobs_city(),
  state: () => m.jobs_state(),
  zip: () => m.jobs_zip(),
  startDate: () => m.common_startDate(),
  endDate: () => m.common_endDate(),
  contractAmount: () => m.jobs_amount(),
  latitude: () => m.jobs_latitude(),
  longitude: () => m.jobs_longitude(),
};

/** What a field of a job is called, also in the reasons of refused rows. */
export const fieldName = (field: string): string => (field in names ? names[field as ImportField]() : field);

interface ImportColumnsProps {
  sheet: ImportSheet;
  file: string;
  mapping: ImportMapping;
  problems: readonly FieldError[];
  onChange: (mapping: ImportMapping) => void;
}

/** Which column gives which field: guessed from the headings, changed by hand. */
export function ImportColumns({ sheet, file, mapping, problems, onChange }: ImportColumnsProps) {
  const headings = useMemo(() => sheet.headings(), [sheet]);
  // A mapping of nothing lacks exactly the fields that are required.
  const required = useMemo(() => new Set(sheet.problems({}, 'english').map(({ field }) => field)), [sheet]);
  return (
    <section className={`card ${styles.columns}`} aria-labelledby="import-columns">
      <h2 id="import-columns" className={styles.head}>
        {m.jobs_importColumns()}
      </h2>
      <p className="muted">{m.jobs_importColumnsHint({ file })}</p>
      <div className={styles.fields}>
        {importFields.map((field) => (
          <Select
            key={field}
            label={fieldName(field)}
            required={required.has(field)}
            placeholder={m.jobs_importNoColumn()}
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
