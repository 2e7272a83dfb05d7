import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '@/i18n';
import { checkNewPassword } from '@/session/credentials';
import { ErrorBox } from '@/ui/ErrorSummary';
import { PasswordField } from '@/ui/PasswordField';
import { toast } from '@/ui/toasts';
import { useRulesForm } from '@/ui/useRulesForm';
import { limits } from '@/wasm/rules';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { resetPassword, useEntered } from './api';
import { CodeStep } from './CodeStep';
import { useLinkToken } from './useLinkToken';

/** A link that was used, has expired or was cut off in the mail leads to a new one. */
const Dead = ({ why }: { why: string }) => (
  <AuthFrame title={m.session_resetTitle()} under={<Link to="/sign-in">{m.session_backToSignIn()}</Link>}>
    <ErrorBox>{why}</ErrorBox>
    <Button component={Link} to="/forgot-password" size="md" fullWidth>
      {m.session_newLink()}
    </Button>
  </AuthFrame>
);

interface NewPasswordProps {
  token: string;
  onStep: (step: string | null) => void;
  onDead: (why: string) => void;
}

function NewPassword({ token, onStep, onDead }: NewPasswordProps) {
  const entered = useEntered();
  const { passwordMin, passwordMax } = limits();
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy } = useRulesForm({
    initial: { newPassword: '' },
    check: ({ newPassword }) => checkNewPassword('newPassword', newPassword),
    submit: async ({ newPassword }) => {
      setFailed(null);
      const answer = await resetPassword(token, newPassword);
      toast.sweet(m.session_passwordChanged());
      onStep(await entered(answer));
    },
    failed: ({ status, message }) => (status === 404 ? onDead(message) : setFailed(message)),
  });
  return (
    <AuthFrame title={m.session_resetTitle()} under={m.session_resetIntro()}>
      {failed !== null && <ErrorBox>{failed}</ErrorBox>}
      <form {...form} className={styles.form}>
        <PasswordField
          size="md"
          label={m.session_newPassword()}
          description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.session_saveReset()}
        </Button>
      </form>
    </AuthFrame>
  );
}

/** `/reset-password`: a new password by the link of a mail, and the code after it where one is asked for. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [step, setStep] = useState<string | null>(null);
  const [dead, setDead] = useState<string | null>(null);
  if (step !== null) return <CodeStep step={step} keep onLeave={() => void navigate('/sign-in')} />;
  if (token === null || dead !== null) return <Dead why={dead ?? m.session_linkBroken()} />;
  return <NewPassword token={token} onStep={setStep} onDead={setDead} />;
}
