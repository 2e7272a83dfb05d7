import { Button } from '@mantine/core';
import { useState } from 'react';
import { m } from '@/i18n';
import { useSecondFactor } from '@/session/accountSecurity';
import { checkGiven } from '@/session/credentials';
import { CodeField } from '@/ui/CodeField';
import { ErrorBox } from '@/ui/ErrorSummary';
import { PasswordField } from '@/ui/PasswordField';
import { SidePanel } from '@/ui/SidePanel';
import { toast } from '@/ui/toasts';
import { useRulesForm } from '@/ui/useRulesForm';

import { type PanelProps, Username } from './panel';
import styles from './Security.module.css';

/** Gives two-step sign-in up: by the password and a code, so that a session left open is not enough. */
export function TurnOffPanel({ account, onClose }: PanelProps) {
  const { turnOff } = useSecondFactor();
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy, dirty } = useRulesForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => [...checkGiven('password', password), ...checkGiven('code', code)],
    submit: async (values) => {
      setFailed(null);
      await turnOff(values);
      toast.sweet(m.security_isOff());
      onClose();
    },
    failed: ({ message }) => setFailed(message),
  });
  return (
    <SidePanel
      title={m.security_offTitle()}
      onClose={onClose}
      dirty={dirty}
      form={form}
      footer={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" color="crimson" loading={busy}>
            {m.security_turnOff()}
          </Button>
        </>
      )}
    >
      {failed !== null && <ErrorBox>{failed}</ErrorBox>}
      <div className={styles.fields}>
        <p>{m.security_offText()}</p>
        <Username account={account} />
        <PasswordField
          data-autofocus
          label={m.session_password()}
          autoComplete="current-password"
          {...field('password')}
        />
        <CodeField ofApp={false} label={m.security_offCode()} {...field('code')} />
      </div>
    </SidePanel>
  );
}
