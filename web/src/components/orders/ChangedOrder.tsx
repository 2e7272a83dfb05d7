import { Button } from '@mantine/core';
import { m } from '@/i18n';

import styles from './ChangedOrder.module.css';

/** A row of an order as someone else saved it, beside the user's own unsaved one. */
export interface ChangedRow {
  id: string;
  name: string;
  /** Null if it is not on the order now. */
  now: string | null;
  /** Null if the user has typed nothing there. */
  mine: string | null;
}

interface ChangedOrderProps {
  /** The server's message. */
  message: string;
  rows: readonly ChangedRow[];
  /** Replaces what was typed; without it there is nothing to replace. */
  onLoadTheirs?: () => void;
}

/** Someone else has changed the order meanwhile: both versions. What was typed stays in the form. */
export const ChangedOrder = ({ message, rows, onLoadTheirs }: ChangedOrderProps) => (
  <section className={styles.changed} aria-label={message}>
    <p role="alert">
      <b>{message}</b> {m.orders_changedKept()}
    </p>
    <table className={styles.rows}>
      <thead>
        <tr>
          <th scope="col">{m.orders_item()}</th>
          <th scope="col">{m.orders_changedNow()}</th>
          <th scope="col">{m.orders_changedMine()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, now, mine }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className="num">{now ?? '–'}</td>
            <td className="num">{mine ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {onLoadTheirs !== undefined && (
      <div>
        <Button variant="default" size="compact-sm" onClick={onLoadTheirs}>
          {m.orders_loadTheirs()}
        </Button>
      </div>
    )}
  </section>
);
