import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { m } from '@/i18n';
import { checkNewPassword } from '@/queries/accounts/credentials';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { toast } from '@/ui/overlays/toasts';
import { limits } from '@/wasm/rules';

import { AuthForm } from './AuthForm';
import { AuthFrame } from './AuthFrame';
import { CodeStep } from './CodeStep';
import { resetPassword, useSignInResult } from './signInRequests';
import { useLinkToken } from './useLinkToken';

/** Offers a new link in place of one that was used, has expired or was cut off in the mail. */
const InvalidLink = ({ why }: { why: string }) => (
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
  onInvalidLink: (why: string) => void;
}

function NewPassword({ token, onStep, onInvalidLink }: NewPasswordProps) {
  const entered = useSignInResult();
  const { passwordMin, passwordMax } = limits();
  const form = useInlineErrorForm({
    initial: { newPassword: '' },
    check: ({ newPassword }) => checkNewPassword('newPassword', newPassword),
    submit: async ({ newPassword }) => {
      const answer = await resetPassword(token, newPassword);
      toast.sweet(m.session_passwordChanged());
      onStep(await entered(answer));
    },
    handled: ({ status, message }) => {
      if (status === 404) onInvalidLink(message);
      return status === 404;
    },
  });
  return (
    <AuthFrame title={m.session_resetTitle()} under={m.session_resetIntro()}>
      <AuthForm form={form} error={form.failure?.message ?? null} verb={m.session_saveReset()}>
        <PasswordField
          size="md"
          label={m.session_newPassword()}
          description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
      </AuthForm>
    </AuthFrame>
  );
}

/** `/reset-password`: sets a new password from the link in a mail, then asks for the second factor if it is on. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [step, setStep] = useState<string | null>(null);
  const [linkError, setLinkError] = useState<string | null>(null);
  if (step !== null) return <CodeStep step={step} keep onLeave={() => void navigate('/sign-in')} />;
  if (token === null || linkError !== null) return <InvalidLink why={linkError ?? m.session_linkBroken()} />;
  return <NewPassword token={token} onStep={setStep} onInvalidLink={setLinkError} />;
}
