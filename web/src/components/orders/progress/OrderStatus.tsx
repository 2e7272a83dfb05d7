import type { PurchaseOrder, PurchaseOrderStatus } from '@bindings';
import { m } from '@/i18n';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText } from '@/ui/dates/dates';
import { isOrderLate, isOrderOpen } from '@/wasm/rules';

import styles from './OrderStatus.module.css';

const names: Record<PurchaseOrderStatus, () => string> = {
  draft: () => m.purchase_draft(),
  sent: () => m.purchase_statusSent(),
  seen: () => m.purchase_seen(),
  confirmed: () => m.purchase_confirmed(),
  partlyReceived: () => m.purchase_partlyReceived(),
  received: () => m.purchase_received(),
  closed: () => m.purchase_closed(),
  cancelled: () => m.purchase_cancelled(),
};

/** The name of a status. */
export const orderStatusName = (status: PurchaseOrderStatus): string => names[status]();

type Progress = Pick<PurchaseOrder, 'status' | 'expectedOn'>;

/** How far an order is, when it is expected, and whether it is late. */
export function OrderStatus({ order: { status, expectedOn } }: { order: Progress }) {
  const late = isOrderLate(status, expectedOn, companyToday());
  return (
    <span className={styles.progress}>
      <b data-status={status} className={styles.status}>
        {orderStatusName(status)}
      </b>
      {isOrderOpen(status) && expectedOn !== null && (
        <span data-late={late || undefined} className={styles.expected}>
          {late
            ? m.purchase_late({ day: dayText(expectedOn) })
            : m.purchase_expected({ day: dayText(expectedOn) })}
        </span>
      )}
    </span>
  );
}
