import type { UserId } from '@bindings';
import { m } from '@/i18n';
import { type Entry, outbox } from '@/session/outbox';

import { choose, popup } from './popups';

/** Asked of the shelf: right after the start nothing is shown yet. */
async function waitingOf(userId: UserId): Promise<readonly Entry[]> {
  if (!('indexedDB' in globalThis)) return [];
  try {
    return await (await import('@/session/outboxShelf')).kept(userId);
  } catch {
    return outbox.read();
  }
}

/** Whoever signs out with things waiting says what is to become of them. Answers whether they may go. */
export async function mayLeave(userId: UserId): Promise<boolean> {
  const waiting = await waitingOf(userId);
  if (waiting.length === 0) return true;
  const chosen = await choose({
    title: m.outbox_leave({ count: waiting.length }),
    body: m.outbox_leaveHint(),
    confirmLabel: m.outbox_uploadFirst(),
    otherLabel: m.outbox_throwAway(),
    cancelLabel: m.outbox_stay(),
  });
  if (chosen === false) return false;
  const sending = await import('@/session/outboxSending');
  if (chosen === 'other') {
    await sending.giveUp(await waitingOf(userId));
    return true;
  }
  await sending.flush();
  const { length: count } = await waitingOf(userId);
  if (count > 0) void popup.oops(m.outbox_notYet({ count }));
  return count === 0;
}
