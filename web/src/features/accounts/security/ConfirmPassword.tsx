import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { SidePanel } from '@/ui/overlays/SidePanel';
import styles from './Security.module.css';
import { type PanelProps, Username } from './securityPanel';

interface ConfirmPasswordProps extends PanelProps {
  title: string;
  /** Why the password is required. */
  children: ReactNode;
  /** The verb of the button. */
  goOn: string;
  submit: (password: string) => Promise<void>;
}

/** Asks for the password again: an unattended session must not be enough. */
export function ConfirmPassword({ account, onClose, title, children, goOn, submit }: ConfirmPasswordProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy } = useRulesForm({
    initial: { password: '' },
    check: ({ password }) => checkRequired('password', password),
    submit: ({ password }) => {
      setFailed(null);
      return submit(password);
    },
    onFailure: ({ message }) => setFailed(message),
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
