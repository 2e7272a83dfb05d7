import { Button, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { limits } from '@/wasm/rules';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { SignInOptions } from './SignInOptions';
import { useLocalAccount } from './signInRequests';
import { useCredentialsForm } from './useCredentialsForm';

/** `/sign-up`. A password that is easy to guess is refused by the server, beside the field. */
export function SignUpScreen() {
  const signUp = useLocalAccount('signup');
  const { passwordMin, passwordMax } = limits();
  const { search } = useLocation();
  const { field, form, busy, failed } = useCredentialsForm((credentials) => signUp(credentials, true));
  return (
    <AuthFrame
      title={m.session_signUp()}
      under={
        <>
          {m.session_haveAccount()} <Link to={{ pathname: '/sign-in', search }}>{m.session_signIn()}</Link>
        </>
      }
    >
      <SignInOptions signUp>
        {failed !== null && <ErrorBox>{failed}</ErrorBox>}
        <form {...form} className={styles.form}>
          <TextInput
            size="md"
            type="email"
            label={m.session_email()}
            required
            autoComplete="username"
            {...field('email')}
          />
          <PasswordField
            size="md"
            label={m.session_password()}
            description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
            autoComplete="new-password"
            {...field('password')}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {m.session_signUp()}
          </Button>
        </form>
      </SignInOptions>
    </AuthFrame>
  );
}
