import type { Account } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import styles from './Security.module.css';
import { StatusBadge } from './StatusBadge';
import type { SecurityPanel } from './securityPanel';

interface SecondFactorRowProps {
  account: Account;
  open: (panel: SecurityPanel) => void;
}

/** The state of the second factor, and the buttons to change it. */
export const SecondFactorRow = ({ account, open }: SecondFactorRowProps) => (
  <li className={styles.line}>
    <div className={styles.words}>
      <h3>
        {m.session_codeTitle()}
        <StatusBadge good={account.secondFactor}>
          {account.secondFactor ? m.security_on() : m.security_off()}
        </StatusBadge>
      </h3>
      <p className="muted">
        {account.secondFactor
          ? m.security_codesLeft({ count: account.recoveryCodesLeft })
          : m.security_stepsText()}
      </p>
    </div>
    <div className={styles.ways}>
      {account.secondFactor ? (
        <>
          <Button variant="default" onClick={() => open('renewCodes')}>
            {m.security_newCodes()}
          </Button>
          <Button variant="default" onClick={() => open('turnOff')}>
            {m.security_turnOff()}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => open('setUp')}>
          {m.security_setUp()}
        </Button>
      )}
    </div>
  </li>
);
