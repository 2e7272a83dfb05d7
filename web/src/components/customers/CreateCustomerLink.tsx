import type { Customer } from '@bindings';
import { Anchor } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import styles from './CustomerSelect.module.css';
import { NewCustomerPanel } from './NewCustomerPanel';

/** True for a click that opens the link in a new tab or window. */
const opensElsewhere = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

/**
 * 'create new' beside a picker. It links to the customers page; a plain click opens the form in a panel instead, so
 * that nothing typed is lost, and selects the new customer.
 */
export function CreateCustomerLink({ onCreated }: { onCreated: (customer: Customer) => void }) {
  const [making, setMaking] = useState(false);
  return (
    <>
      <Permitted action="customers.manage">
        <Anchor
          component={Link}
          to="/app/jobs/customers?new"
          className={styles.create ?? ''}
          onClick={(event: MouseEvent) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            setMaking(true);
          }}
        >
          {m.customers_createNew()}
        </Anchor>
      </Permitted>
      {making && (
        <NewCustomerPanel
          onClose={() => setMaking(false)}
          onCreated={(customer) => {
            setMaking(false);
            onCreated(customer);
          }}
        />
      )}
    </>
  );
}
