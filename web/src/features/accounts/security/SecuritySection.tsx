import type { Account } from '@bindings';
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n';
import { accountQuery } from '@/queries/accounts/account';
import { signInMethodsQuery } from '@/queries/accounts/signInMethods';
import { RetryLine, SettingsCard } from '../SettingsCard';
import { ActiveSessions } from './ActiveSessions';
import { EmailRow } from './EmailRow';
import { PasswordPanel } from './PasswordPanel';
import { RenewRecoveryCodesPanel } from './RenewRecoveryCodesPanel';
import { SecondFactorRow } from './SecondFactorRow';
import styles from './Security.module.css';
import { SetUpSecondFactorPanel } from './SetUpSecondFactorPanel';
import { SignInMethods } from './SignInMethods';
import type { SecurityPanel } from './securityPanel';
import { TurnOffSecondFactorPanel } from './TurnOffSecondFactorPanel';

const panels = {
  password: PasswordPanel,
  setUp: SetUpSecondFactorPanel,
  renewCodes: RenewRecoveryCodesPanel,
  turnOff: TurnOffSecondFactorPanel,
};

interface LinesProps {
  account: Account;
  /** Whether there are several ways to sign in. */
  isChoice: boolean;
  open: (panel: SecurityPanel) => void;
}

/** The password and second factor of an identity provider are changed there. */
const Lines = ({ account, isChoice, open }: LinesProps) => (
  <ul className={styles.list}>
    <EmailRow account={account} />
    {account.hasPassword ? (
      <>
        <li className={styles.line}>
          <div className={styles.words}>
            <h3>{m.session_password()}</h3>
            <p className="muted">{m.security_passwordText()}</p>
          </div>
          <Button variant="default" onClick={() => open('password')}>
            {m.security_changePassword()}
          </Button>
        </li>
        <SecondFactorRow account={account} open={open} />
      </>
    ) : (
      <li className={`${styles.line} muted`}>
        {isChoice ? m.security_noPassword() : m.security_atProvider()}
      </li>
    )}
  </ul>
);

/** The user's credentials and active sessions. */
export function SecuritySection() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  const { data: methods } = useQuery(signInMethodsQuery);
  const isChoice = methods !== undefined && methods.providers.length > 0;
  const [panel, setPanel] = useState<SecurityPanel | null>(null);
  const Open = panel === null ? null : panels[panel];
  return (
    <SettingsCard icon={IconShieldLock} title={m.security_title()}>
      {account === undefined && error !== null && <RetryLine why={error.message} onRetry={refetch} />}
      {account !== undefined && <Lines account={account} isChoice={isChoice} open={setPanel} />}
      <SignInMethods isConfirmed={account?.emailVerified ?? true} />
      <ActiveSessions />
      {Open !== null && account !== undefined && <Open account={account} onClose={() => setPanel(null)} />}
    </SettingsCard>
  );
}
