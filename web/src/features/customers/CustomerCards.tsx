import type { Customer } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, useLocation } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { m, useLanguage } from '@/i18n';
import { WindowedCards } from '@/ui/layout/WindowedCards';

import styles from './CustomerCards.module.css';

const Card = memo(function Card({ customer, search }: { customer: Customer; search: string }) {
  useLanguage();
  const name = customerName(customer);
  return (
    <div className={`card ${styles.card}`}>
      <Link to={{ pathname: `/app/jobs/customers/${customer.id}`, search }} className={styles.open}>
        <span className={styles.name}>{name}</span>
        {customer.company !== null && <span className="muted trunc">{customer.company}</span>}
        <span className={`num ${styles.phone}`}>{customer.phone}</span>
      </Link>
      <ActionIcon
        component="a"
        href={`tel:${customer.phone}`}
        variant="default"
        size={48}
        className={styles.call ?? ''}
        aria-label={m.customers_call({ name })}
      >
        <IconPhone size={22} />
      </ActionIcon>
    </div>
  );
});

/** The list on a phone: each customer with a button to call them. */
export function CustomerCards({ customers }: { customers: readonly Customer[] }) {
  const { search } = useLocation();
  return (
    <WindowedCards label={m.customers_title()} items={customers} height={80}>
      {(customer) => <Card customer={customer} search={search} />}
    </WindowedCards>
  );
}
