import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { m } from '@/i18n';
import { checkEmail } from '@/queries/accounts/credentials';
import { EmailField } from '@/ui/inputs/EmailField';

import { AuthForm } from './AuthForm';
import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { ProviderRedirect } from './SignInOptions';
import { providerQuery, requestResetLink } from './signInRequests';

/** Prefilled with the address that was typed on the sign-in page. */
function useTypedEmail(): string {
  const { state }: { state: unknown } = useLocation();
  const typed = typeof state === 'object' && state !== null && 'email' in state ? state.email : null;
  return typeof typed === 'string' ? typed : '';
}

/** The same message whether the account exists or not. */
const Sent = ({ email, again }: { email: string; again: () => void }) => (
  <div className={styles.form}>
    <p role="status">{m.session_linkSent({ email })}</p>
    <p className="muted">{m.session_linkMissing()}</p>
    <Button size="md" fullWidth variant="default" onClick={again}>
      {m.session_askAgain()}
    </Button>
  </div>
);

/** `/forgot-password`: requests a mail with a link to reset the password. */
export function ForgotPasswordScreen() {
  const email = useTypedEmail();
  const { search } = useLocation();
  const { data: config } = useQuery(providerQuery);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useInlineErrorForm({
    initial: { email },
    check: (values) => checkEmail('email', values.email),
    submit: async (values) => {
      await requestResetLink(values.email);
      setSentTo(values.email);
    },
  });
  const back = <Link to={{ pathname: '/sign-in', search }}>{m.session_backToSignIn()}</Link>;
  return (
    <AuthFrame title={sentTo === null ? m.session_forgot() : m.session_lookIntoMail()} under={back}>
      {config?.provider === 'oidc' ? (
        <ProviderRedirect />
      ) : sentTo !== null ? (
        <Sent email={sentTo} again={() => setSentTo(null)} />
      ) : (
        <AuthForm form={form} error={form.failure?.message ?? null} verb={m.session_sendLink()}>
          <p>{m.session_forgotIntro()}</p>
          <EmailField size="md" {...form.field('email')} />
        </AuthForm>
      )}
    </AuthFrame>
  );
}
