import type { UserId } from '@bindings';
import { m } from '@/i18n';
import { type Entry, outbox } from '@/queries/offline/outbox';

import { choose, popup } from '@/ui/overlays/popups';

/** Read from storage: right after the start the list in memory is still empty. */
async function queuedEntries(userId: UserId): Promise<readonly Entry[]> {
  try {
    return await (await import('@/queries/offline/outboxState')).readEntries(userId);
  } catch {
    return outbox.read();
  }
}

/** Asks what to do with queued entries before a sign-out. Returns whether to sign out. */
export async function confirmSignOut(userId: UserId): Promise<boolean> {
  const waiting = await queuedEntries(userId);
  if (waiting.length === 0) return true;
  const chosen = await choose({
    title: m.outbox_leave({ count: waiting.length }),
    body: m.outbox_leaveHint(),
    confirmLabel: m.outbox_uploadFirst(),
    otherLabel: m.outbox_throwAway(),
    cancelLabel: m.outbox_stay(),
  });
  if (chosen === false) return false;
  const sending = await import('@/queries/offline/outboxSender');
  if (chosen === 'other') {
    await sending.discard(await queuedEntries(userId));
    return true;
  }
  await sending.flush();
  const { length: count } = await queuedEntries(userId);
  if (count > 0) void popup.oops(m.outbox_notYet({ count }));
  return count === 0;
}
