import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { CodeField } from '@/ui/inputs/CodeField';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { useCodeStep } from './signInRequests';

interface CodeStepProps {
  /** The step that the password opened. */
  step: string;
  /** Whether the session outlives the tab. */
  keep: boolean;
  /** Back to the password, with the reason if the step has expired. */
  onLeave: (why: string | null) => void;
}

/** The second factor: a code of the authenticator app, or a recovery code. */
export function CodeStep({ step, keep, onLeave }: CodeStepProps) {
  const send = useCodeStep();
  const [recovery, setRecovery] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy, reset } = useRulesForm({
    initial: { code: '' },
    check: ({ code }) => checkRequired('code', code),
    submit: ({ code }) => {
      setFailed(null);
      return send(step, code, keep);
    },
    onFailure: ({ status, message }) => (status === 401 ? onLeave(message) : setFailed(message)),
  });
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one for each kind of code.
  useEffect(() => input.current?.focus(), [recovery]);
  const turn = () => {
    setRecovery(!recovery);
    setFailed(null);
    reset();
  };
  return (
    <AuthFrame
      title={m.session_codeTitle()}
      under={recovery ? m.session_recoveryIntro() : m.session_codeIntro()}
    >
      {failed !== null && <ErrorBox>{failed}</ErrorBox>}
      <form {...form} className={styles.form}>
        <CodeField
          key={String(recovery)}
          ref={input}
          ofApp={!recovery}
          size="md"
          label={recovery ? m.session_recoveryCode() : m.session_code()}
          {...field('code')}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.session_signIn()}
        </Button>
        <div className={styles.line}>
          <button type="button" className={styles.link} onClick={turn}>
            {recovery ? m.session_useApp() : m.session_useRecovery()}
          </button>
          <button type="button" className={styles.link} onClick={() => onLeave(null)}>
            {m.session_backToSignIn()}
          </button>
        </div>
      </form>
    </AuthFrame>
  );
}
