import type { Account } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';

import { Pill } from './Pill';
import styles from './Security.module.css';
import type { Panel } from './SecuritySection';

interface SecondFactorLineProps {
  account: Account;
  open: (panel: Panel) => void;
}

/** Whether a code is asked for after the password, and what can be done about it. */
export const SecondFactorLine = ({ account, open }: SecondFactorLineProps) => (
  <li className={styles.line}>
    <div className={styles.words}>
      <h3>
        {m.session_codeTitle()}
        <Pill good={account.secondFactor}>{account.secondFactor ? m.security_on() : m.security_off()}</Pill>
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
