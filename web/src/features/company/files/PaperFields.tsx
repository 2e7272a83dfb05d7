import type { DocumentKind } from '@bindings';
import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { m } from '@/i18n';
import { dayLabels } from '@/ui/dayLabels';
import { paperName } from '@/ui/paperNames';
import { limits } from '@/wasm/rules';

export interface PaperForm {
  kind: DocumentKind;
  /** Blank is no date. */
  expiresOn: string;
}

const kinds: readonly DocumentKind[] = ['insurance', 'licence', 'other'];

interface Chosen<T> {
  'data-field': string;
  error: string | undefined;
  onBlur: () => void;
  value: T;
  onChange: (value: T | null) => void;
}

interface PaperFieldsProps {
  /** The two fields of a `useRulesForm`, by `choice`. */
  kind: Chosen<DocumentKind>;
  expiresOn: Chosen<string>;
}

/** What a file is, and through which day it holds. */
export function PaperFields({ kind, expiresOn: { value, onChange, ...date } }: PaperFieldsProps) {
  return (
    <>
      <Select
        {...kind}
        label={m.company_fileKind()}
        data={kinds.map((each) => ({ value: each, label: paperName(each) }))}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <DateInput
        ariaLabels={dayLabels()}
        {...date}
        value={value === '' ? null : value}
        onChange={(day) => onChange(day ?? '')}
        label={m.company_fileExpires()}
        description={m.company_fileExpiresHint({ days: limits().documentWarningDays })}
        valueFormat="MM/DD/YYYY"
        placeholder="MM/DD/YYYY"
        clearable
        popoverProps={{ withinPortal: false, offset: date.error === undefined ? 8 : 30 }}
      />
    </>
  );
}
