import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { m, useLanguage } from '@/i18n';
import { ErrorBox } from '@/ui/ErrorSummary';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCredentials, limits } from '@/wasm/rules';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { useLocalAccount } from './api';

export function SignUpScreen() {
  const language = useLanguage();
  const signUp = useLocalAccount('signup');
  const [failed, setFailed] = useState<string | null>(null);
  const { passwordMin, passwordMax } = limits();
  const { field, form, busy } = useRulesForm({
    initial: { email: '', password: '' },
    check: (values) => checkCredentials(values, language),
    submit: (values) => {
      setFailed(null);
      return signUp(values, true);
    },
    failed: (failure) => setFailed(failure.message),
  });
  return (
    <AuthFrame
      signUp
      title={m.session_signUp()}
      other={
        <>
          {m.session_haveAccount()} <Link to="/sign-in">{m.session_signIn()}</Link>
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
