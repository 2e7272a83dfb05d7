import type { FieldError } from '@bindings';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/ErrorSummary';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { useLocalAccount } from './api';
import { useCredentialsForm } from './useCredentialsForm';

/** How long a password must be is said where one is chosen; here a wrong one is simply wrong. */
const asked = ({ field, code }: FieldError) => field === 'email' || code === 'required';

export function SignInScreen() {
  const signIn = useLocalAccount('login');
  const [keep, setKeep] = useState(true);
  const [forgot, setForgot] = useState(false);
  const { search } = useLocation();
  const { field, form, busy, failed, mismatch } = useCredentialsForm(
    (credentials) => signIn(credentials, keep),
    asked,
  );
  return (
    <AuthFrame
      title={m.session_signIn()}
      other={
        <>
          {m.session_new()} <Link to={{ pathname: '/sign-up', search }}>{m.session_createAccount()}</Link>
        </>
      }
    >
      {failed !== null && (
        <ErrorBox>
          <b>{failed}</b> {mismatch && m.session_failedHint()}
        </ErrorBox>
      )}
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
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': m.session_showPassword() }}
          {...field('password')}
        />
        <div className={styles.line}>
          <Checkbox
            label={m.session_keep()}
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
          <button
            type="button"
            className={styles.link}
            aria-expanded={forgot}
            onClick={() => setForgot(!forgot)}
          >
            {m.session_forgot()}
          </button>
        </div>
        {forgot && (
          <p className={styles.hint} role="status">
            {m.session_forgotHint()}
          </p>
        )}
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.session_signIn()}
        </Button>
      </form>
    </AuthFrame>
  );
}
