import { Button, Progress } from '@mantine/core';
import { m } from '@/i18n';

import styles from '../ImportScreen.module.css';
import type { PhotoProgress } from './usePhotoImport';

/** How many photos are stored, and the button that stops. */
export function PhotoProgressCard({ progress, onStop }: { progress: PhotoProgress; onStop: () => void }) {
  if (progress.state !== 'sending') return null;
  const { stored, failed, total, waiting } = progress;
  const figures = { stored: stored.toLocaleString('en-US'), total: total.toLocaleString('en-US') };
  const text = waiting ? m.imports_photosWaiting(figures) : m.imports_photosSending(figures);
  return (
    <div className={`card ${styles.sending}`}>
      <div className="grow">
        <p role="status">{text}</p>
        <Progress value={(100 * (stored + failed.length)) / Math.max(1, total)} aria-label={text} />
      </div>
      <Button variant="default" onClick={onStop}>
        {m.common_stop()}
      </Button>
    </div>
  );
}
