import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { checkNewPassword, checkRequired } from '@/queries/accounts/credentials';
import { useChangePassword } from '@/queries/accounts/security';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { toast } from '@/ui/overlays/toasts';
import { limits } from '@/wasm/rules';
import styles from './Security.module.css';
import { type PanelProps, Username } from './securityPanel';

/** A new password by the old one. */
export function PasswordPanel({ account, onClose }: PanelProps) {
  const change = useChangePassword();
  const { passwordMin, passwordMax } = limits();
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy, dirty } = useRulesForm({
    initial: { oldPassword: '', newPassword: '' },
    check: ({ oldPassword, newPassword }) => [
      ...checkRequired('oldPassword', oldPassword),
      ...checkNewPassword('newPassword', newPassword),
    ],
    submit: async (values) => {
      setFailed(null);
      await change(values);
      toast.sweet(m.session_passwordChanged());
      onClose();
    },
    onFailure: ({ message }) => setFailed(message),
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
