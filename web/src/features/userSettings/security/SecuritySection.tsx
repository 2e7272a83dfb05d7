import type { Account } from '@bindings';
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import { standingQuery } from '@/session/accountStanding';

import { AddressLine } from './AddressLine';
import { PasswordPanel } from './PasswordPanel';
import { Places } from './Places';
import { RenewCodesPanel } from './RenewCodesPanel';
import { SecondFactorLine } from './SecondFactorLine';
import styles from './Security.module.css';
import { SetUpPanel } from './SetUpPanel';
import { TurnOffPanel } from './TurnOffPanel';

/** What is open at the right edge. */
export type Panel = 'password' | 'setUp' | 'renewCodes' | 'turnOff';

const panels = {
  password: PasswordPanel,
  setUp: SetUpPanel,
  renewCodes: RenewCodesPanel,
  turnOff: TurnOffPanel,
};

interface LinesProps {
  account: Account;
  open: (panel: Panel) => void;
}

/** What an identity provider knows is changed there. */
const Lines = ({ account, open }: LinesProps) => (
  <ul className={styles.list}>
    <AddressLine account={account} />
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
        <SecondFactorLine account={account} open={open} />
      </>
    ) : (
      <li className={`${styles.line} muted`}>{m.security_atProvider()}</li>
    )}
  </ul>
);

/** How one gets in, and where one is in already. */
export function SecuritySection() {
  const heading = useId();
  const { data: account, error, refetch } = useQuery(standingQuery);
  const [panel, setPanel] = useState<Panel | null>(null);
  const Open = panel === null ? null : panels[panel];
  return (
    <section className={`card ${styles.card}`} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        <IconShieldLock size={20} stroke={1.7} aria-hidden />
        {m.security_title()}
      </h2>
      {account === undefined && error !== null && (
        <div className={`row ${styles.failed}`} role="alert">
          <span>{error.message}</span>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {m.jobs_retry()}
          </Button>
        </div>
      )}
      {account !== undefined && <Lines account={account} open={setPanel} />}
      <Places />
      {Open !== null && account !== undefined && <Open account={account} onClose={() => setPanel(null)} />}
    </section>
  );
}
