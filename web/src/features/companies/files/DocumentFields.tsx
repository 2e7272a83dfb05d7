import type { DocumentKind } from '@bindings';
import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { m } from '@/i18n';
import { documentTypeName } from '@/ui/companies/documentTypes';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { limits } from '@/wasm/rules';

export interface DocumentForm {
  kind: DocumentKind;
  /** Blank for no date. */
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

interface DocumentFieldsProps {
  /** The two fields of a `useRulesForm`, by `choice`. */
  kind: Chosen<DocumentKind>;
  expiresOn: Chosen<string>;
}

/** The type of a document, and the last day on which it is valid. */
export function DocumentFields({ kind, expiresOn: { value, onChange, ...date } }: DocumentFieldsProps) {
  return (
    <>
      <Select
        {...kind}
        label={m.company_fileKind()}
        data={kinds.map((each) => ({ value: each, label: documentTypeName(each) }))}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <DateInput
        ariaLabels={datePickerLabels()}
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
