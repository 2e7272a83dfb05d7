import { useEffect, useRef, useState } from 'react';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { CodeField } from '@/ui/inputs/CodeField';

import { AuthForm } from './AuthForm';
import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { useCodeStep } from './signInRequests';

interface CodeStepProps {
  /** The token of this step, from the response to the password. */
  step: string;
  /** Whether the session outlives the tab. */
  keep: boolean;
  /** Returns to the password, with the reason if the step has expired. */
  onLeave: (why: string | null) => void;
}

/** The second factor: a code from the authenticator app, or a recovery code. */
export function CodeStep({ step, keep, onLeave }: CodeStepProps) {
  const send = useCodeStep();
  const [recovery, setRecovery] = useState(false);
  const form = useInlineErrorForm({
    initial: { code: '' },
    check: ({ code }) => checkRequired('code', code),
    submit: ({ code }) => send(step, code, keep),
    handled: ({ status, message }) => {
      if (status === 401) onLeave(message);
      return status === 401;
    },
  });
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code has its own field.
  useEffect(() => input.current?.focus(), [recovery]);
  const switchKind = () => {
    setRecovery(!recovery);
    form.reset();
  };
  return (
    <AuthFrame
      title={m.session_codeTitle()}
      under={recovery ? m.session_recoveryIntro() : m.session_codeIntro()}
    >
      <AuthForm
        form={form}
        error={form.failure?.message ?? null}
        verb={m.session_signIn()}
        after={
          <div className={styles.line}>
            <button type="button" className={styles.link} onClick={switchKind}>
              {recovery ? m.session_useApp() : m.session_useRecovery()}
            </button>
            <button type="button" className={styles.link} onClick={() => onLeave(null)}>
              {m.session_backToSignIn()}
            </button>
          </div>
        }
      >
        <CodeField
          key={String(recovery)}
          ref={input}
          ofApp={!recovery}
          size="md"
          label={recovery ? m.session_recoveryCode() : m.session_code()}
          {...form.field('code')}
        />
      </AuthForm>
    </AuthFrame>
  );
}
