import type { OrderRecipient, OrderSend } from '@bindings';
import { Button } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { sendState } from '@/queries/orders/orderSends';
import { dateTimeText } from '@/ui/dates/times';

import styles from './OrderSends.module.css';
import { SendStatus } from './SendStatus';

function Recipient({ email, name, state, reason }: OrderRecipient) {
  return (
    <li className={styles.recipient}>
      <span className={styles.who}>
        {name !== null && <b>{name}</b>}
        <span className="muted">{email}</span>
      </span>
      <SendStatus state={state} />
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </li>
  );
}

/** The recipients to send to again: those whose mail failed, or else all. */
export const againTo = (send: OrderSend): OrderRecipient[] =>
  sendState(send) === 'failed' ? send.recipients.filter(({ state }) => state === 'failed') : send.recipients;

interface SendProps {
  send: OrderSend;
  /** Undefined if the user may not send. */
  onAgain: ((send: OrderSend) => Promise<unknown>) | undefined;
}

function Sent({ send, onAgain }: SendProps) {
  const zone = useCompanyZone();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await onAgain?.(send).finally(() => setBusy(false));
  };
  return (
    <li className={styles.send}>
      <p className={styles.subject}>{send.subject}</p>
      <p className={`muted num ${styles.when}`}>
        {m.sends_by({
          moment: dateTimeText(send.sentAt, zone),
          name: `${send.firstName} ${send.lastName}`,
        })}
      </p>
      {send.message !== null && <p className={styles.message}>{send.message}</p>}
      <ul className={styles.recipients}>
        {send.recipients.map((recipient) => (
          <Recipient key={recipient.email} {...recipient} />
        ))}
      </ul>
      {onAgain !== undefined && (
        <Button
          variant="default"
          size="xs"
          className={styles.again ?? ''}
          leftSection={<IconSend2 size={15} aria-hidden />}
          loading={busy}
          onClick={() => void again()}
        >
          {m.sends_again()}
        </Button>
      )}
    </li>
  );
}

/** The mails of an order, newest first: recipients, time and state. */
export function SendsList({
  sends,
  onAgain,
}: {
  sends: readonly OrderSend[];
  onAgain?: SendProps['onAgain'];
}) {
  return (
    <ul className={styles.sends} aria-live="polite">
      {sends.toReversed().map((send) => (
        <Sent key={send.id} send={send} onAgain={onAgain} />
      ))}
    </ul>
  );
}
