import type { FieldError } from '@bindings';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { EmailField } from '@/ui/inputs/EmailField';
import { PasswordField } from '@/ui/inputs/PasswordField';

import { AuthForm } from './AuthForm';
import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { CodeStep } from './CodeStep';
import { SignInOptions } from './SignInOptions';
import { useLocalAccount } from './signInRequests';
import { useCredentialsForm } from './useCredentialsForm';

/** The rules for new passwords do not apply here: a wrong password is simply wrong. */
const applies = ({ field, code }: FieldError) => field === 'email' || code === 'required';

interface PasswordStepProps {
  keep: boolean;
  setKeep: (keep: boolean) => void;
  /** Why the second step led back to the password. */
  ended: string | null;
  /** The password was right, and a code is required. */
  onStep: (step: string | null) => void;
}

function PasswordStep({ keep, setKeep, ended, onStep }: PasswordStepProps) {
  const signIn = useLocalAccount('login');
  const { search } = useLocation();
  const form = useCredentialsForm(async (credentials) => onStep(await signIn(credentials, keep)), applies);
  const wrong = form.failure?.message ?? ended;
  const mismatch = form.failure?.status === 401;
  return (
    <AuthFrame
      title={m.session_signIn()}
      under={
        <>
          {m.session_new()} <Link to={{ pathname: '/sign-up', search }}>{m.session_createAccount()}</Link>
        </>
      }
    >
      <SignInOptions>
        <AuthForm
          form={form}
          error={
            wrong && (
              <>
                <b>{wrong}</b> {mismatch && m.session_failedHint()}
              </>
            )
          }
          verb={m.session_signIn()}
        >
          <EmailField size="md" {...form.field('email')} />
          <PasswordField
            size="md"
            label={m.session_password()}
            autoComplete="current-password"
            {...form.field('password')}
          />
          <div className={styles.line}>
            <Checkbox
              label={m.session_keep()}
              checked={keep}
              onChange={(event) => setKeep(event.currentTarget.checked)}
            />
            <Link
              className={styles.link}
              to={{ pathname: '/forgot-password', search }}
              state={{ email: form.values.email }}
            >
              {m.session_forgot()}
            </Link>
          </div>
        </AuthForm>
      </SignInOptions>
    </AuthFrame>
  );
}

/** `/sign-in`: the password, and the second factor where it is on. */
export function SignInScreen() {
  const [keep, setKeep] = useState(true);
  const [step, setStep] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const back = (why: string | null) => {
    setStep(null);
    setEnded(why);
  };
  return step === null ? (
    <PasswordStep keep={keep} setKeep={setKeep} ended={ended} onStep={setStep} />
  ) : (
    <CodeStep step={step} keep={keep} onLeave={back} />
  );
}
