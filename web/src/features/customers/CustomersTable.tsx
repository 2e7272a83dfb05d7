import type { Customer, CustomerId } from '@bindings';
import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, useLocation } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { m, useLanguage } from '@/i18n';
import { WindowedRow, WindowedTable } from '@/ui/layout/WindowedTable';
import { addressLine } from '@/ui/navigation/directions';

import styles from './CustomersTable.module.css';

const dash = <span className="dim">–</span>;

interface RowProps {
  customer: Customer;
  jobs: number | undefined;
  at: number;
  chosen: boolean;
  search: string;
}

/** Memoized, so that scrolling renders only new rows. */
const Row = memo(function Row({ customer, jobs, at, chosen, search }: RowProps) {
  useLanguage();
  return (
    <WindowedRow at={at} chosen={chosen}>
      <td>
        <Link
          to={{ pathname: `/app/jobs/customers/${customer.id}`, search }}
          aria-label={customerName(customer)}
          className={`tableLink rowTarget ${styles.link}`}
        >
          {customer.firstName}
        </Link>
      </td>
      <td className={`trunc ${styles.name}`}>{customer.lastName}</td>
      <td className="num">{customer.phone}</td>
      <td className="trunc">{customer.company ?? dash}</td>
      <td className={`muted trunc ${styles.wide}`}>{addressLine(customer) || dash}</td>
      <td className={`num right ${styles.wide}`}>{jobs}</td>
      <td className={styles.arrow}>
        <IconChevronRight size={17} aria-hidden />
      </td>
    </WindowedRow>
  );
});

interface CustomersTableProps {
  /** Undefined while loading. */
  customers: readonly Customer[] | undefined;
  counts: ReadonlyMap<CustomerId, number> | undefined;
  /** The customer whose details are open. */
  chosen: CustomerId | undefined;
}

/** The list on a desktop. */
export function CustomersTable({ customers, counts, chosen }: CustomersTableProps) {
  const { search } = useLocation();
  return (
    <WindowedTable
      name="customers"
      label={m.customers_title()}
      className={styles.table}
      items={customers}
      columns={7}
      headings={
        <>
          <th scope="col">{m.customers_firstName()}</th>
          <th scope="col">{m.customers_lastName()}</th>
          <th scope="col">{m.customers_phone()}</th>
          <th scope="col">{m.customers_company()}</th>
          <th scope="col" className={styles.wide}>
            {m.customers_address()}
          </th>
          <th scope="col" className={`right ${styles.wide}`}>
            {m.customers_jobs()}
          </th>
          <td className={styles.arrow} />
        </>
      }
    >
      {(customer, at) => (
        <Row
          customer={customer}
          jobs={counts && (counts.get(customer.id) ?? 0)}
          at={at}
          chosen={customer.id === chosen}
          search={search}
        />
      )}
    </WindowedTable>
  );
}
