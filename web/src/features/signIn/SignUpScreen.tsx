import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/ErrorSummary';
import { limits } from '@/wasm/rules';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { useLocalAccount } from './api';
import { useCredentialsForm } from './useCredentialsForm';

export function SignUpScreen() {
  const signUp = useLocalAccount('signup');
  const { passwordMin, passwordMax } = limits();
  const { search } = useLocation();
  const { field, form, busy, failed } = useCredentialsForm((credentials) => signUp(credentials, true));
  return (
    <AuthFrame
      signUp
      title={m.session_signUp()}
      other={
        <>
          {m.session_haveAccount()} <Link to={{ pathname: '/sign-in', search }}>{m.session_signIn()}</Link>
        </>
      }
    >
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
        <PasswordInput
          size="md"
          label={m.session_password()}
          description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': m.session_showPassword() }}
          {...field('password')}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.session_signUp()}
        </Button>
      </form>
    </AuthFrame>
  );
}
