import type { Customer, Job } from '@bindings';
import { Button, Loader } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { CreateCustomerLink } from '@/components/customers/CreateCustomerLink';
import { CustomerSelect, customerName } from '@/components/customers/CustomerSelect';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { useJobFacts } from '@/queries/jobs/facts';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { EditButton } from './InlineForm';
import styles from './JobCustomer.module.css';

interface PickerProps {
  customers: readonly Customer[];
  value: string | null;
  onChoose: (customer: string | null) => void;
  onCancel: () => void;
}

function Picker({ customers, value, onChoose, onCancel }: PickerProps) {
  return (
    <div className={styles.picker}>
      {/* Above the field, because the list of choices opens downwards at once and would cover it. */}
      <CreateCustomerLink onCreated={({ id }) => onChoose(id)} />
      <CustomerSelect
        ref={focusOnMount}
        className={styles.choice ?? ''}
        aria-label={m.jobs_customer()}
        customers={customers}
        value={value}
        onChange={onChoose}
        comboboxProps={{ zIndex: 110 }}
        {...handlesEscape}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <div className={styles.actions}>
        <Button variant="default" size="xs" onClick={onCancel} {...handlesEscape}>
          {m.common_cancel()}
        </Button>
        {value !== null && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChoose(null)} {...handlesEscape}>
            {m.jobs_clearCustomer()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The customer of the job: the name with a phone link, and a picker of the company's customers. */
export function JobCustomer({ job }: { job: Job }) {
  const { may } = useSession();
  const { customer: choose } = useJobFacts(job.id);
  const [editing, setEditing] = useState(false);
  const [opened, setOpened] = useState(false);
  const { customers, error, refetch } = useCustomers(
    may('customers.view') && (editing || job.jobCustomer !== null),
  );
  const customer = customers?.find(({ id }) => id === job.jobCustomer);

  if (editing && customers !== undefined)
    return (
      <Picker
        customers={customers}
        value={job.jobCustomer}
        onCancel={() => setEditing(false)}
        onChoose={(id) => {
          setEditing(false);
          if (id !== job.jobCustomer) void runWithToast(() => choose(id), notice('thisJobUpdated'));
        }}
      />
    );
  if (editing || job.jobCustomer !== null) {
    if (customers === undefined)
      return (
        <div className={styles.picker}>
          {error === null ? (
            <Loader size={16} color="gray" aria-label={m.common_loading()} />
          ) : (
            <span className="muted">{error.message}</span>
          )}
          <div className={styles.actions}>
            {error !== null && (
              <Button variant="default" size="xs" onClick={() => void refetch()}>
                {m.jobs_retry()}
              </Button>
            )}
            {editing && (
              <Button variant="default" size="xs" onClick={() => setEditing(false)} {...handlesEscape}>
                {m.common_cancel()}
              </Button>
            )}
          </div>
        </div>
      );
  }
  return (
    <>
      {job.jobCustomer === null ? (
        <span className="dim">{m.jobs_noCustomer()}</span>
      ) : (
        <b className={styles.name}>
          {customer === undefined ? m.jobs_unknownCustomer() : customerName(customer)}
        </b>
      )}
      <EditButton
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
