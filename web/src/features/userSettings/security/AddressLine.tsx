import type { Account } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { useResendVerification } from '@/session/resendVerification';
import { told } from '@/ui/told';

import { Pill } from './Pill';
import styles from './Security.module.css';

/** The address that one signs in with, and whether a mail to it arrives. */
export function AddressLine({ account }: { account: Account }) {
  const { resend, busy } = useResendVerification();
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h3>
          {m.security_address()}
          <Pill good={account.emailVerified}>
            {account.emailVerified ? m.security_confirmed() : m.security_unconfirmed()}
          </Pill>
        </h3>
        <p className="muted">{account.email}</p>
      </div>
      {!account.emailVerified && account.hasPassword && (
        <Button variant="default" loading={busy} onClick={() => void told(resend, m.verify_sent())}>
          {m.verify_resend()}
        </Button>
      )}
    </li>
  );
}
