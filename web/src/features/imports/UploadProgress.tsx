import { Button, Progress } from '@mantine/core';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { sentence } from '@/wasm/rules';

import styles from './ImportScreen.module.css';
import type { ImportConfig } from './importKinds';
import type { UploadState } from './useUpload';

interface UploadProgressProps {
  of: ImportConfig;
  sending: UploadState;
  onStop: () => void;
}

/** The progress of the upload, and the result if it was canceled. */
export function UploadProgress({ of, sending, onStop }: UploadProgressProps) {
  const { language } = useSession();
  switch (sending.state) {
    case 'idle':
      if (sending.failures.length === 0) return null;
      return (
        <div className={styles.failures}>
          <ErrorBox>
            {sending.failures.map((failure) => (
              <p key={failure}>{failure}</p>
            ))}
          </ErrorBox>
        </div>
      );
    case 'unsure':
      return (
        <div className={styles.failures}>
          <ErrorBox>
            <p>{m.imports_stopUnsure()}</p>
            <p>{sending.why}</p>
            <Button variant="default" onClick={onStop}>
              {m.imports_askAgain()}
            </Button>
          </ErrorBox>
        </div>
      );
    case 'stopped':
      return (
        <div className={`card ${styles.sending}`}>
          <p role="status">{sentence('importStopped', language)}</p>
        </div>
      );
    case 'stored':
      return null;
    default: {
      const sent = sending.state === 'stopping' || sending.share >= 1;
      const percent = sending.state === 'stopping' ? 100 : Math.floor(sending.share * 100);
      const storing = sent ? of.storing() : m.imports_sending({ percent });
      const text = sending.state === 'stopping' ? m.imports_stopping() : storing;
      return (
        <div className={`card ${styles.sending}`}>
          <div className="grow">
            <p role="status">{text}</p>
            <Progress value={percent} animated={sent} striped={sent} aria-label={text} />
          </div>
          <Button variant="default" onClick={onStop} loading={sending.state === 'stopping'}>
            {m.common_stop()}
          </Button>
        </div>
      );
    }
  }
}
