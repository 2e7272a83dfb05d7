import { Button } from '@mantine/core';
import { useState } from 'react';
import { m } from '@/i18n';
import { useChangePassword } from '@/session/accountSecurity';
import { checkGiven, checkNewPassword } from '@/session/credentials';
import { ErrorBox } from '@/ui/ErrorSummary';
import { PasswordField } from '@/ui/PasswordField';
import { SidePanel } from '@/ui/SidePanel';
import { toast } from '@/ui/toasts';
import { useRulesForm } from '@/ui/useRulesForm';
import { limits } from '@/wasm/rules';

import { type PanelProps, Username } from './panel';
import styles from './Security.module.css';

/** A new password by the old one. */
export function PasswordPanel({ account, onClose }: PanelProps) {
  const change = useChangePassword();
  const { passwordMin, passwordMax } = limits();
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy, dirty } = useRulesForm({
    initial: { oldPassword: '', newPassword: '' },
    check: ({ oldPassword, newPassword }) => [
      ...checkGiven('oldPassword', oldPassword),
      ...checkNewPassword('newPassword', newPassword),
    ],
    submit: async (values) => {
      setFailed(null);
      await change(values);
      toast.sweet(m.session_passwordChanged());
      onClose();
    },
    failed: ({ message }) => setFailed(message),
  });
  return (
    <SidePanel
      title={m.security_changePassword()}
      onClose={onClose}
      dirty={dirty}
      form={form}
      footer={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {m.security_changePassword()}
          </Button>
        </>
      )}
    >
      {failed !== null && <ErrorBox>{failed}</ErrorBox>}
      <div className={styles.fields}>
        <Username account={account} />
        <PasswordField
          data-autofocus
          label={m.security_oldPassword()}
          autoComplete="current-password"
          {...field('oldPassword')}
        />
        <PasswordField
          label={m.session_newPassword()}
          description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
          autoComplete="new-password"
          {...field('newPassword')}
        />
      </div>
    </SidePanel>
  );
}
