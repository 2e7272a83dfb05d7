import type { PurchaseOrder, PurchaseOrderStatus } from '@bindings';
import { Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { OrderStatus, orderStatusName } from '@/components/orders/progress/OrderStatus';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { usePurchaseOrderProgress } from '@/queries/orders/purchaseOrderProgress';
import { confirm } from '@/ui/overlays/popups';
import { isOrderOpen, mayOrderBecome } from '@/wasm/rules';
import { ConfirmPanel } from './ConfirmPanel';
import styles from './OrderProgress.module.css';
import { ReceivePanel } from './ReceivePanel';

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
  const [panel, setPanel] = useState<'receive' | 'confirm' | null>(null);
  const [busy, setBusy] = useState(false);
  const { status, remark } = order;
  const run = async (to: PurchaseOrderStatus) => {
    setBusy(true);
    await runWithToast(() => setStatus(to), m.purchase_statusChanged({ status: orderStatusName(to) }));
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
  const step = (to: PurchaseOrderStatus) => {
    if (to === 'confirmed') setPanel('confirm');
    else void (to === 'cancelled' ? cancel() : run(to));
  };
  const refusals = order.items.filter(({ available }) => available === false);
  const next = (Object.keys(steps) as PurchaseOrderStatus[]).filter((to) => mayOrderBecome(status, to));
  const isOpen = isOrderOpen(status);
  return (
    <section className={`card ${styles.progress}`} aria-label={m.purchase_progress()}>
      <div className={styles.status}>
        <OrderStatus order={order} />
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
        <Button leftSection={<IconPackage size={17} aria-hidden />} onClick={() => setPanel('receive')}>
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
              <Menu.Item key={to} onClick={() => step(to)}>
                {steps[to]?.()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {panel === 'receive' && <ReceivePanel order={order} onClose={() => setPanel(null)} />}
      {panel === 'confirm' && <ConfirmPanel order={order} onClose={() => setPanel(null)} />}
    </section>
  );
}
