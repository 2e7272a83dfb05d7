import type { Customer } from '@bindings';
import { Anchor } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';

import styles from './CustomerSelect.module.css';
import { NewCustomerPanel } from './NewCustomerPanel';
import { Permitted } from './Permitted';

/** Somebody wants the page in a window of its own. */
const elsewhere = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

/**
 * 'create new' beside a picker. It leads to the customers page; pressed as usual it opens the form right here, over
 * what has been typed, and hands the new customer over.
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
            if (elsewhere(event)) return;
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
