import type { OpenInvitation } from '@bindings';
import { Button } from '@mantine/core';
import { useBusyRun } from '@/components/feedback/runWithPopup';
import { m, notice } from '@/i18n';
import { useInvite, useOpenInvitations } from '@/queries/companies/invitations';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { userTypeName } from '@/ui/companies/userType';
import { dayText } from '@/ui/dates/dates';
import { dayIn } from '@/ui/dates/times';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { popup } from '@/ui/overlays/popups';

import styles from './Invite.module.css';

function Line({ invitation: { email, userType, sentAt } }: { invitation: OpenInvitation }) {
  const invite = useInvite();
  const zone = useCompanyZone();
  const { busy, run } = useBusyRun();
  const resend = async () => {
    const again = await invite({ email, userType });
    await popup.sweet(notice(again ? 'invitationResent' : 'invitationSent'));
  };
  return (
    <li className={styles.item}>
      <div className="grow">
        <b className={styles.email}>{email}</b>
        <div className="muted">
          {userTypeName(userType)} · {m.company_inviteSentOn({ date: dayText(dayIn(sentAt, zone)) })}
        </div>
      </div>
      <Button
        variant="default"
        loading={busy}
        aria-label={m.company_inviteResendNamed({ email })}
        onClick={() => void run(resend)}
      >
        {m.company_inviteResend()}
      </Button>
    </li>
  );
}

/** The open invitations, with a button to send the mail again. */
export function OpenInvitations() {
  const { data: invitations, error } = useOpenInvitations();
  return (
    <section className={styles.open} aria-labelledby="open-invitations">
      <h3 id="open-invitations" className="subtitle">
        {m.company_inviteOpen()} <span className="dim num">{invitations?.length}</span>
      </h3>
      {invitations === undefined && error === null && <SkeletonCards count={2} height={56} />}
      {invitations === undefined && error !== null && <p className="muted">{error.message}</p>}
      {invitations?.length === 0 && <p className="muted">{m.company_inviteNone()}</p>}
      <ul className="plainList">
        {invitations?.map((invitation) => (
          <Line key={invitation.invitationId} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}
