import type { GuestLink, Job } from '@bindings';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type SharedLink, useGuestLinkChanges } from '@/queries/guest_links';
import { dayText } from '@/ui/dates/dates';
import { dateTimeText } from '@/ui/dates/times';
import styles from './JobLinks.module.css';

/** The holder's answer, or that the link has ended. */
function LinkState({ link }: { link: GuestLink }) {
  if (link.revoked) return <span className={styles.ended}>{m.links_ended()}</span>;
  if (link.state === 'accepted') return <span className={styles.accepted}>{m.links_accepted()}</span>;
  if (link.state === 'declined')
    return (
      <span className={styles.declined}>
        {link.reason === null ? m.links_declined() : m.links_declinedBecause({ reason: link.reason })}
      </span>
    );
  return <span className="muted">{link.may.includes('accept') ? m.links_pending() : m.links_reads()}</span>;
}

interface LinkRowProps {
  job: Job;
  link: GuestLink;
  /** Shows the new address. */
  onShare: (link: SharedLink) => void;
}

/** One link: for whom, whether it was opened, the answer, and what can be done with it. */
export function LinkRow({ job, link, onShare }: LinkRowProps) {
  const { company } = useSession();
  const { renew, revoke, send } = useGuestLinkChanges(job.id);
  const [busy, setBusy] = useState(false);
  const run = async (change: () => Promise<unknown>, success: string) => {
    setBusy(true);
    await runWithToast(change, success);
    setBusy(false);
  };
  const end = async () => {
    if (await confirmDelete(m.links_revokeSure({ name: link.name })))
      await run(() => revoke(link.id), m.links_revoked());
  };
  const opened =
    link.lastSeen === null
      ? m.links_notOpened()
      : m.links_opened({ when: dateTimeText(link.lastSeen, company.timeZone) });
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <b>{link.name}</b> <LinkState link={link} />
        <div className="muted">
          {opened} {!link.revoked && m.links_until({ day: dayText(link.endsOn) })}
        </div>
      </div>
      {!link.revoked && (
        <div className={styles.actions}>
          {link.email !== null && (
            <Button
              variant="default"
              disabled={busy}
              onClick={() => void run(() => send(link.id), m.links_mailed({ name: link.name }))}
            >
              {m.links_mail()}
            </Button>
          )}
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void run(async () => onShare(await renew(link.id)), m.links_renewed())}
          >
            {m.links_renew()}
          </Button>
          <Button variant="outline" color="crimson" disabled={busy} onClick={() => void end()}>
            {m.links_revoke()}
          </Button>
        </div>
      )}
    </li>
  );
}
