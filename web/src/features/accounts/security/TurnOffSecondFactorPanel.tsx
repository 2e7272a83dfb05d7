import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { useSecondFactor } from '@/queries/accounts/security';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { CodeField } from '@/ui/inputs/CodeField';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { toast } from '@/ui/overlays/toasts';
import styles from './Security.module.css';
import { type PanelProps, Username } from './securityPanel';

/** Gives two-step sign-in up: by the password and a code, so that a session left open is not enough. */
export function TurnOffSecondFactorPanel({ account, onClose }: PanelProps) {
  const { turnOff } = useSecondFactor();
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy, dirty } = useRulesForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => [...checkRequired('password', password), ...checkRequired('code', code)],
    submit: async (values) => {
      setFailed(null);
      await turnOff(values);
      toast.sweet(m.security_isOff());
      onClose();
    },
    onFailure: ({ message }) => setFailed(message),
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
