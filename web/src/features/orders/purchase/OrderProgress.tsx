import type { PurchaseOrder, PurchaseOrderStatus } from '@bindings';
import { Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePurchaseOrderProgress } from '@/queries/orders/purchaseOrderProgress';
import { dayText } from '@/ui/dates/dates';
import { confirm } from '@/ui/overlays/popups';
import { isOrderOpen, mayOrderBecome } from '@/wasm/rules';
import styles from './OrderProgress.module.css';
import { ReceivePanel } from './ReceivePanel';

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

/** The steps that an admin may choose, and their labels. Receiving has a button of its own. */
const steps: Partial<Record<PurchaseOrderStatus, () => string>> = {
  sent: () => m.purchase_markSent(),
  confirmed: () => m.purchase_markConfirmed(),
  closed: () => m.purchase_close(),
  cancelled: () => m.purchase_cancel(),
};

/** How far the order is, what the vendor answered, and what comes next. */
export function OrderProgress({ order }: { order: PurchaseOrder }) {
  const { may } = useSession();
  const { setStatus } = usePurchaseOrderProgress(order);
  const [receiving, setReceiving] = useState(false);
  const [busy, setBusy] = useState(false);
  const { status, expectedOn, remark } = order;
  const run = async (to: PurchaseOrderStatus) => {
    setBusy(true);
    await runWithToast(() => setStatus(to), m.purchase_statusChanged({ status: names[to]() }));
    setBusy(false);
  };
  const cancel = async () => {
    const sure = await confirm({
      body: status === 'draft' ? m.purchase_cancelDraftSure() : m.purchase_cancelSure(),
      confirmLabel: m.purchase_cancel(),
      danger: true,
    });
    if (sure) await run('cancelled');
  };
  const refusals = order.items.filter(({ available }) => available === false);
  const next = (Object.keys(steps) as PurchaseOrderStatus[]).filter((to) => mayOrderBecome(status, to));
  const isOpen = isOrderOpen(status);
  return (
    <section className={`card ${styles.progress}`} aria-label={m.purchase_progress()}>
      <div className="grow">
        <b data-status={status} className={styles.status}>
          {names[status]()}
        </b>
        {isOpen && expectedOn !== null && (
          <span className={styles.expected}>{m.purchase_expected({ day: dayText(expectedOn) })}</span>
        )}
        {remark !== null && <p className={styles.remark}>{m.purchase_remark({ text: remark })}</p>}
        {refusals.map(({ id, productName, substitute }) => (
          <p key={id} className={styles.missing}>
            {substitute === null
              ? m.purchase_notAvailable({ product: productName })
              : m.purchase_substituted({ product: productName, substitute })}
          </p>
        ))}
      </div>
      {may('purchaseOrders.edit') && isOpen && (
        <Button
          variant="default"
          leftSection={<IconPackage size={17} aria-hidden />}
          onClick={() => setReceiving(true)}
        >
          {m.purchase_receive()}
        </Button>
      )}
      {may('purchaseOrders.edit') && next.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" loading={busy} aria-label={m.purchase_moreSteps()} px={10} miw={44}>
              <IconDotsVertical size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {next.map((to) => (
              <Menu.Item key={to} onClick={() => void (to === 'cancelled' ? cancel() : run(to))}>
                {steps[to]?.()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {receiving && <ReceivePanel order={order} onClose={() => setReceiving(false)} />}
    </section>
  );
}
