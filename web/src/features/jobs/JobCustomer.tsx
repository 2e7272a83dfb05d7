import type { Customer, Job } from '@bindings';
import { Button, type ComboboxItem, Loader, Select } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { m, notice } from '@/i18n';
import { matchesCustomer, useCustomers } from '@/session/customers';
import { useJobFacts } from '@/session/jobFacts';
import { useSession } from '@/session/session';
import { told } from '@/ui/told';

import { ownEscape, Pencil, takeFocus } from './InPlace';
import styles from './JobCustomer.module.css';

const nameOf = ({ firstName, lastName }: Customer): string => `${firstName} ${lastName}`;

/** Enough to choose from; who is not among them is found by typing on. */
const shownAtOnce = 50;

interface PickerProps {
  customers: readonly Customer[];
  value: string | null;
  onChoose: (customer: string | null) => void;
  onCancel: () => void;
}

function Picker({ customers, value, onChoose, onCancel }: PickerProps) {
  const known = new Map(customers.map((customer) => [customer.id, customer]));
  const found = (search: string, item: ComboboxItem) => {
    const customer = known.get(item.value);
    return customer !== undefined && matchesCustomer(search, customer);
  };
  return (
    <div className={styles.picker}>
      <Select
        ref={takeFocus}
        aria-label={m.jobs_customer()}
        placeholder={m.jobs_chooseCustomer()}
        data={customers.map((customer) => ({ value: customer.id, label: nameOf(customer) }))}
        value={value}
        onChange={onChoose}
        searchable
        allowDeselect={false}
        limit={shownAtOnce}
        nothingFoundMessage={customers.length === 0 ? m.jobs_noCustomersYet() : m.jobs_noSuchCustomer()}
        filter={({ options, search, limit }) => {
          const chosen = value === null ? undefined : known.get(value);
          // The name that already stands in the field is no search.
          const query = chosen !== undefined && search === nameOf(chosen) ? '' : search;
          return (options as ComboboxItem[]).filter((item) => found(query, item)).slice(0, limit);
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
        comboboxProps={{ zIndex: 110 }}
        {...ownEscape}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <div className={styles.actions}>
        <Button variant="default" size="xs" onClick={onCancel} {...ownEscape}>
          {m.common_cancel()}
        </Button>
        {value !== null && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChoose(null)} {...ownEscape}>
            {m.jobs_clearCustomer()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Whose job it is: the name with a number to call, and a picker among the company's customers. */
export function JobCustomer({ job }: { job: Job }) {
  const { may } = useSession();
  const { customer: choose } = useJobFacts(job.id);
  const [editing, setEditing] = useState(false);
  const [opened, setOpened] = useState(false);
  const { customers, error } = useCustomers(may('customers.view') && (editing || job.jobCustomer !== null));
  const customer = customers?.find(({ id }) => id === job.jobCustomer);

  if (editing && customers !== undefined)
    return (
      <Picker
        customers={customers}
        value={job.jobCustomer}
        onCancel={() => setEditing(false)}
        onChoose={(id) => {
          setEditing(false);
          if (id !== job.jobCustomer) void told(() => choose(id), notice('thisJobUpdated'));
        }}
      />
    );
  if (editing || job.jobCustomer !== null) {
    if (customers === undefined)
      return error === null ? (
        <Loader size={16} color="gray" aria-label={m.common_loading()} />
      ) : (
        <span className="muted">{error.message}</span>
      );
  }
  return (
    <>
      {job.jobCustomer === null ? (
        <span className="dim">{m.jobs_noCustomer()}</span>
      ) : (
        <b className={styles.name}>{customer === undefined ? m.jobs_unknownCustomer() : nameOf(customer)}</b>
      )}
      <Pencil
        name={m.jobs_customer()}
        action="jobs.customer"
        opened={opened}
        onClick={() => {
          setOpened(true);
          setEditing(true);
        }}
      />
      {customer !== undefined && (
        <a className={`num ${styles.phone}`} href={`tel:${customer.phone}`}>
          <IconPhone size={15} aria-hidden />
          {customer.phone}
        </a>
      )}
    </>
  );
}
