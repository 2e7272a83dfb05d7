import { m } from '@/i18n';
import { outbox } from '@/session/outbox';

import { choose, popup } from './popups';

/** Whoever signs out with things waiting says what is to become of them. Answers whether they may go. */
export async function mayLeave(): Promise<boolean> {
  const waiting = outbox.read();
  if (waiting.length === 0) return true;
  const count = waiting.length;
  const chosen = await choose({
    title: m.outbox_leave({ count }),
    body: m.outbox_leaveHint(),
    confirmLabel: m.outbox_uploadFirst(),
    otherLabel: m.outbox_throwAway(),
    cancelLabel: m.outbox_stay(),
  });
  if (chosen === false) return false;
  const sending = await import('@/session/outboxSending');
  if (chosen === 'other') {
    await sending.giveUp(outbox.read());
    return true;
  }
  await sending.flush();
  const left = outbox.read().length;
  if (left > 0) void popup.oops(m.outbox_notYet({ count: left }));
  return left === 0;
}
