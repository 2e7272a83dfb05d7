import type { Customer } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { m, useLanguage } from '@/i18n';

import styles from './CustomerCards.module.css';

const Card = memo(function Card({ customer, search }: { customer: Customer; search: string }) {
  useLanguage();
  const name = customerName(customer);
  return (
    <div className={styles.card}>
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

/** The list on a phone: who it is and a button that calls them. Only the cards in sight exist. */
export function CustomerCards({ customers }: { customers: readonly Customer[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { search } = useLocation();
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useWindowVirtualizer({
    count: customers.length,
    estimateSize: () => 80,
    getItemKey: (at) => customers[at]?.id ?? at,
    overscan: 8,
    gap: 10,
    scrollMargin: above,
  });
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ height: virtual.getTotalSize() }}
      aria-label={m.customers_title()}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const customer = customers[index];
        return customer === undefined ? null : (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={customers.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <Card customer={customer} search={search} />
          </li>
        );
      })}
    </ul>
  );
}
