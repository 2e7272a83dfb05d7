import type { Customer, CustomerId } from '@bindings';
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { customerName } from '@/components/customers/CustomerSelect';
import { m, useLanguage } from '@/i18n';
import { Delayed, SkeletonRows } from '@/ui/feedback/Skeletons';
import { addressLine } from '@/ui/navigation/directions';
import { useScrollRestoration } from '@/ui/navigation/scrollRestoration';

import styles from './CustomersTable.module.css';

const rowHeight = 44;
const columns = 7;

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
    <tr className={styles.row} aria-rowindex={at + 2} data-chosen={chosen || undefined}>
      <td>
        <Link
          to={{ pathname: `/app/jobs/customers/${customer.id}`, search }}
          aria-label={customerName(customer)}
          className={`tableLink ${styles.link}`}
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
    </tr>
  );
});

/** A spacer for the rows above or below the window. */
const Gap = ({ height }: { height: number }) =>
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus.
  height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;

interface CustomersTableProps {
  /** Undefined while they are fetched. */
  customers: readonly Customer[] | undefined;
  counts: ReadonlyMap<CustomerId, number> | undefined;
  /** The customer whose details are open. */
  chosen: CustomerId | undefined;
}

/** The list on a desktop. Only the rows in sight exist, so that thousands scroll like ten. */
export function CustomersTable({ customers, counts, chosen }: CustomersTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const { search } = useLocation();
  useScrollRestoration(scroller, 'customers');
  // oxlint-disable-next-line react/incompatible-library -- it warns of the React Compiler, which is not in use.
  const virtual = useVirtualizer({
    count: customers?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => customers?.[at]?.id ?? at,
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <section ref={scroller} className={styles.scroller} aria-label={m.customers_title()}>
      <table
        className={`table ${styles.table}`}
        aria-rowcount={customers === undefined ? -1 : customers.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
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
          </tr>
        </thead>
        <tbody>
          {customers === undefined && (
            <Delayed>
              <SkeletonRows columns={columns} />
            </Delayed>
          )}
          <Gap height={first?.start ?? 0} />
          {rows.map(({ index, key }) => {
            const customer = customers?.[index];
            return customer === undefined ? null : (
              <Row
                key={key}
                customer={customer}
                jobs={counts && (counts.get(customer.id) ?? 0)}
                at={index}
                chosen={customer.id === chosen}
                search={search}
              />
            );
          })}
          <Gap height={last === undefined ? 0 : virtual.getTotalSize() - last.end} />
        </tbody>
      </table>
    </section>
  );
}
