import type { OpenInvitation } from '@bindings';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useInvite, useOpenInvitations } from '@/session/companyInvitations';
import { useCompanyZone } from '@/session/timeZone';
import { dayText } from '@/ui/days';
import { popup } from '@/ui/popups';
import { SkeletonCards } from '@/ui/Skeletons';
import { dayIn } from '@/ui/times';
import { userTypeName } from '@/ui/userType';

import styles from './Invite.module.css';

function Line({ invitation: { email, userType, sentAt } }: { invitation: OpenInvitation }) {
  const invite = useInvite();
  const zone = useCompanyZone();
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      const again = await invite({ email, userType });
      await popup.sweet(notice(again ? 'invitationResent' : 'invitationSent'));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
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
        onClick={() => void resend()}
      >
        {m.company_inviteResend()}
      </Button>
    </li>
  );
}

/** Who is invited and has not come yet, and the mail once more. */
export function OpenInvitations() {
  const { data: invitations, error } = useOpenInvitations();
  return (
    <section className={styles.open} aria-labelledby="open-invitations">
      <h3 id="open-invitations">
        {m.company_inviteOpen()} <span className="dim num">{invitations?.length}</span>
      </h3>
      {invitations === undefined && error === null && <SkeletonCards count={2} height={56} />}
      {invitations === undefined && error !== null && <p className="muted">{error.message}</p>}
      {invitations?.length === 0 && <p className="muted">{m.company_inviteNone()}</p>}
      <ul className={styles.list}>
        {invitations?.map((invitation) => (
          <Line key={invitation.invitationId} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}
