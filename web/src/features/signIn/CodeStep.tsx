import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { m } from '@/i18n';
import { checkGiven } from '@/session/credentials';
import { CodeField } from '@/ui/CodeField';
import { ErrorBox } from '@/ui/ErrorSummary';
import { useRulesForm } from '@/ui/useRulesForm';

import { AuthFrame } from './AuthFrame';
import styles from './AuthFrame.module.css';
import { useCode } from './api';

interface CodeStepProps {
  /** The step that the password opened. */
  step: string;
  /** Whether the session outlives the tab. */
  keep: boolean;
  /** Back to where the password is asked for, with the reason where the step is over. */
  onLeave: (why: string | null) => void;
}

/** After the password: the code of the authenticator app, or one of those kept for a lost phone. */
export function CodeStep({ step, keep, onLeave }: CodeStepProps) {
  const send = useCode();
  const [recovery, setRecovery] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { field, form, busy, reset } = useRulesForm({
    initial: { code: '' },
    check: ({ code }) => checkGiven('code', code),
    submit: ({ code }) => {
      setFailed(null);
      return send(step, code, keep);
    },
    failed: ({ status, message }) => (status === 401 ? onLeave(message) : setFailed(message)),
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
