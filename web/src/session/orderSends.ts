/** What was sent of an order by mail: to whom, when, and what became of it. */
import type { MailState, OrderSend } from '@bindings';

/** How a send stands as a whole: one failure is the news, then whatever still waits. */
export function stateOf({ recipients }: OrderSend): MailState {
  const some = (state: MailState) => recipients.some((each) => each.state === state);
  if (some('failed')) return 'failed';
  return some('waiting') ? 'waiting' : 'taken';
}

/** Is some mail of this order still on its way? Then its news is worth asking for. */
export const isUnderWay = (order: { sends: readonly OrderSend[] } | undefined): boolean =>
  order?.sends.some((send) => stateOf(send) === 'waiting') ?? false;
