import type { MailState, OrderSend } from '@bindings';
import { IconAlertCircle, IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { sendState } from '@/queries/orders/orderSends';
import { dayText } from '@/ui/dates/dates';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';

import styles from './OrderSends.module.css';

const icons: Record<MailState, typeof IconCheck> = {
  taken: IconCheck,
  waiting: IconClockHour4,
  failed: IconAlertCircle,
};

const words: Record<MailState, () => string> = {
  taken: () => m.sends_taken(),
  waiting: () => m.sends_waiting(),
  failed: () => m.sends_failed(),
};

/** The state of a mail as a word, a color and an icon. `word` is more specific than the state. */
export function SendStatus({ state, word }: { state: MailState; word?: string }) {
  const Icon = icons[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon size={15} stroke={2.2} aria-hidden />
      {word ?? words[state]()}
    </span>
  );
}

/** Whether an order was sent, and the state of its newest mail. */
export function OrderSendStatus({ order }: { order: { sends: readonly OrderSend[] } }) {
  const zone = useCompanyZone();
  const last = order.sends.at(-1);
  if (last === undefined) return <span className="dim">{m.sends_never()}</span>;
  const state = sendState(last);
  const day = dayText(dayOfWall(wallOf(last.sentAt, zone)));
  return <SendStatus state={state} {...(state === 'taken' ? { word: m.sends_takenOn({ day }) } : {})} />;
}
