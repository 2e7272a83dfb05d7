import type { Customer } from '@bindings';
import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { m } from '@/i18n';
import { useCustomerIndex } from '@/queries/customers';

import styles from './CustomerSelect.module.css';

export const customerName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** How many results are listed; more typing narrows the search. */
const shownAtOnce = 50;

interface CustomerSelectProps extends Omit<SelectProps, 'data' | 'filter' | 'renderOption' | 'value'> {
  customers: readonly Customer[];
  value: string | null;
}

/** Selects a customer of the company, with the search of the customers page. */
export function CustomerSelect({ customers, value, ...select }: CustomerSelectProps) {
  const known = new Map(customers.map((customer) => [customer.id, customer]));
  const index = useCustomerIndex(customers);
  return (
    <Select
      placeholder={m.jobs_chooseCustomer()}
      data={customers.map((customer) => ({ value: customer.id, label: customerName(customer) }))}
      value={value}
      searchable
      allowDeselect={false}
      limit={shownAtOnce}
      nothingFoundMessage={customers.length === 0 ? m.jobs_noCustomersYet() : m.jobs_noSuchCustomer()}
      filter={({ options, search, limit }) => {
        const chosen = value === null ? undefined : known.get(value);
        // The name of the selected customer is not a search term.
        const query = chosen !== undefined && search === customerName(chosen) ? '' : search;
        const found = index?.search(query).slice(0, limit) ?? [];
        return Array.from(found, (at) => options[at] as ComboboxItem | undefined).filter(
          (option) => option !== undefined,
        );
      }}
      renderOption={({ option }) => {
        const customer = known.get(option.value);
        return (
          <span className={styles.option}>
            {option.label}
            <span className="muted num">
              {[customer?.company, customer?.phone].filter(Boolean).join(' · ')}
            </span>
          </span>
        );
      }}
      {...select}
    />
  );
}
