import { Button, Select, TextInput } from '@mantine/core';
import { IconMapPin, IconSearch } from '@tabler/icons-react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import type { CompanySearchTerms } from '@/queries/companies/companies';
import { companyTypeName } from '@/ui/companies/companyType';
import { checkCompanySearch } from '@/wasm/rules';

import styles from './CompanySearch.module.css';

interface SearchFormProps {
  begin: CompanySearchTerms;
  busy: boolean;
  onSearch: (terms: CompanySearchTerms) => void;
}

/** Name, *Location and company type. */
export function SearchForm({ begin, busy, onSearch }: SearchFormProps) {
  const { language } = useSession();
  const form = useRulesForm({
    initial: begin,
    check: (values) => checkCompanySearch({ ...values, offset: 0 }, language),
    submit: onSearch,
  });
  return (
    <search className="card">
      <form {...form.form} className={styles.form}>
        <TextInput
          label={m.search_name()}
          placeholder={m.search_nameHint()}
          autoComplete="off"
          {...form.field('name')}
        />
        <TextInput
          label={m.search_location()}
          required
          leftSection={<IconMapPin size={16} />}
          autoComplete="off"
          {...form.field('location')}
        />
        <Select
          label={m.search_companyType()}
          required
          allowDeselect={false}
          data={(['subcontractor', 'contractor'] as const).map((value) => ({
            value,
            label: companyTypeName(value),
          }))}
          {...form.choice('companyType')}
        />
        <Button
          type="submit"
          className={styles.go ?? ''}
          leftSection={<IconSearch size={17} />}
          loading={busy}
        >
          {m.search_go()}
        </Button>
      </form>
    </search>
  );
}
