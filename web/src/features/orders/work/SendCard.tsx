import type { Job, WorkOrder } from '@bindings';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { SendsList } from '@/components/orders/sends/SendsList';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { sendBlockedReason } from './recipient';
import styles from './SendCard.module.css';

interface SendCardProps {
  order: WorkOrder;
  job: Job;
  onSend: () => void;
}

/** The mails of the order, with dates and delivery states. For contractors only. */
export function SendCard({ order, job, onSend }: SendCardProps) {
  const sends = order.sends;
  const reason = sendBlockedReason(job);
  return (
    <section className={`card ${styles.panel}`} aria-labelledby="sends">
      <h2 id="sends" className={styles.heading}>
        {m.workOrders_sent()}
      </h2>
      <div className={styles.body}>
        {sends.length > 0 ? (
          <SendsList sends={sends} />
        ) : (
          <p className={`muted ${styles.none}`}>
            {m.workOrders_notSent()} {reason}
          </p>
        )}
        <Permitted action="workOrders.edit" unless={reason}>
          <Button
            variant="default"
            fullWidth
            leftSection={<IconSend size={18} aria-hidden />}
            onClick={onSend}
          >
            {sends.length > 0 ? m.workOrders_sendAgain() : m.workOrders_send()}
          </Button>
        </Permitted>
      </div>
    </section>
  );
}
