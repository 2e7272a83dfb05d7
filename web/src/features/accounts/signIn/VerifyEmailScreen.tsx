import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readToken } from '@/api/token';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { accountQuery } from '@/queries/accounts/account';
import { useResendVerification } from '@/queries/accounts/resendVerification';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { verifyEmail } from './signInRequests';
import { useLinkToken } from './useLinkToken';

/** An expired link offers a new one: at once for a signed-in user, else after the sign-in. */
function InvalidLink({ why }: { why: string }) {
  const { resend, busy } = useResendVerification();
  const requestLink = () => void runWithToast(resend, m.verify_sent());
  return (
    <>
      <ErrorBox>{why}</ErrorBox>
      {readToken() === null ? (
        <div className={styles.form}>
          <p>{m.session_verifySignIn()}</p>
          <Button component={Link} to="/sign-in" size="md" fullWidth>
            {m.session_signIn()}
          </Button>
        </div>
      ) : (
        <Button size="md" fullWidth loading={busy} onClick={requestLink}>
          {m.verify_resend()}
        </Button>
      )}
    </>
  );
}

/** `/verify-email`: a button verifies the address, because mail filters open links but do not press buttons. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: verifyEmail,
    onSuccess: () => queries.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  const isInvalid = token === null || (error !== null && 'status' in error && error.status === 404);
  return (
    <AuthFrame
      title={m.session_verifyTitle()}
      under={data === undefined && !isInvalid && m.session_verifyIntro()}
    >
      {data !== undefined ? (
        <div className={styles.form}>
          <p role="status">{m.session_verified({ email: data })}</p>
          <Button
            component={Link}
            to={readToken() === null ? '/sign-in' : '/app/company'}
            size="md"
            fullWidth
          >
            {readToken() === null ? m.session_signIn() : m.session_toAccount()}
          </Button>
        </div>
      ) : isInvalid ? (
        <InvalidLink why={error?.message ?? m.session_linkBroken()} />
      ) : (
        <>
          {error !== null && <ErrorBox>{error.message}</ErrorBox>}
          <Button size="md" fullWidth loading={isPending} onClick={() => mutate(token)}>
            {m.session_verify()}
          </Button>
        </>
      )}
    </AuthFrame>
  );
}
