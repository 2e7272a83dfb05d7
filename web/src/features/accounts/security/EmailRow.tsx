import type { Account } from '@bindings';
import { Button } from '@mantine/core';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useResendVerification } from '@/queries/accounts/resendVerification';
import styles from './Security.module.css';
import { StatusBadge } from './StatusBadge';

/** The address that the user signs in with, and whether it is verified. */
export function EmailRow({ account }: { account: Account }) {
  const { resend, busy } = useResendVerification();
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h3>
          {m.security_address()}
          <StatusBadge good={account.emailVerified}>
            {account.emailVerified ? m.security_confirmed() : m.security_unconfirmed()}
          </StatusBadge>
        </h3>
        <p className="muted">{account.email}</p>
      </div>
      {!account.emailVerified && account.hasPassword && (
        <Button variant="default" loading={busy} onClick={() => void runWithToast(resend, m.verify_sent())}>
          {m.verify_resend()}
        </Button>
      )}
    </li>
  );
}
