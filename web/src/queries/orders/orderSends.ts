/** The mails of an order: recipients, time and state. */
import type { MailState, OrderSend } from '@bindings';

/** The overall state of a mail: failed if one recipient failed, then waiting if one is waiting. */
export function sendState({ recipients }: OrderSend): MailState {
  const some = (state: MailState) => recipients.some((each) => each.state === state);
  if (some('failed')) return 'failed';
  return some('waiting') ? 'waiting' : 'taken';
}

/** Is a mail of this order still queued? Then its state is polled. */
export const isMailPending = (order: { sends: readonly OrderSend[] } | undefined): boolean =>
  order?.sends.some((send) => sendState(send) === 'waiting') ?? false;
