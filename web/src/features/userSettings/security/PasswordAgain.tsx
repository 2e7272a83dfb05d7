import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { m } from '@/i18n';
import { checkGiven } from '@/session/credentials';
import { ErrorBox } from '@/ui/ErrorSummary';
import { PasswordField } from '@/ui/PasswordField';
import { SidePanel } from '@/ui/SidePanel';
import { useRulesForm } from '@/ui/useRulesForm';

import { type PanelProps, Username } from './panel';
import styles from './Security.module.css';

interface PasswordAgainProps extends PanelProps {
  title: string;
  /** What the password is asked for. */
  children: ReactNode;
  /** The verb of the button. */
  goOn: string;
  submit: (password: string) => Promise<void>;
}

/** The password once more: whoever finds a screen that was left open stops here. */
export function PasswordAgain({ account, onClose, title, children, goOn, submit }: PasswordAgainProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy } = useRulesForm({
    initial: { password: '' },
    check: ({ password }) => checkGiven('password', password),
    submit: ({ password }) => {
      setFailed(null);
      return submit(password);
    },
    failed: ({ message }) => setFailed(message),
  });
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      form={form}
      footer={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {goOn}
          </Button>
        </>
      )}
    >
      {failed !== null && <ErrorBox>{failed}</ErrorBox>}
      <div className={styles.fields}>
        <p>{children}</p>
        <Username account={account} />
        <PasswordField
          data-autofocus
          label={m.session_password()}
          autoComplete="current-password"
          {...field('password')}
        />
      </div>
    </SidePanel>
  );
}
