import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { EmailField } from '@/ui/inputs/EmailField';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { limits } from '@/wasm/rules';

import { AuthForm } from './AuthForm';
import { AuthFrame } from './AuthFrame';
import { SignInOptions } from './SignInOptions';
import { useLocalAccount } from './signInRequests';
import { useCredentialsForm } from './useCredentialsForm';

/** `/sign-up`. A password that is easy to guess is refused by the server, beside the field. */
export function SignUpScreen() {
  const signUp = useLocalAccount('signup');
  const { passwordMin, passwordMax } = limits();
  const { search } = useLocation();
  const form = useCredentialsForm((credentials) => signUp(credentials, true));
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
        <AuthForm form={form} error={form.failure?.message ?? null} verb={m.session_signUp()}>
          <EmailField size="md" {...form.field('email')} />
          <PasswordField
            size="md"
            label={m.session_password()}
            description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
            autoComplete="new-password"
            {...form.field('password')}
          />
        </AuthForm>
      </SignInOptions>
    </AuthFrame>
  );
}
