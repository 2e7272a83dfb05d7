import { ActionIcon, Button, Loader, Progress } from '@mantine/core';
import { IconAlertCircle, IconClockHour4, IconRefresh, IconX } from '@tabler/icons-react';
import { m } from '@/i18n';
import type { ChosenPhoto } from '@/queries/jobs/photoUploads';
import { useUploadShare } from '@/queries/offline/uploadProgress';

import styles from './Photos.module.css';

interface UploadTileProps {
  photo: ChosenPhoto;
  onRetry: (keys: readonly string[]) => void;
  onDrop: (key: string) => void;
}

function Failed({ photo: { key, file, reason, again }, onRetry, onDrop }: UploadTileProps) {
  return (
    <div className={styles.chosen} data-failed>
      <div className={styles.failed}>
        <IconAlertCircle size={20} className={styles.alarm} aria-hidden />
        <span className={`trunc grow ${styles.file}`}>{file.name}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.bin ?? ''}
          aria-label={m.jobs_imagesDropOne({ file: file.name })}
          onClick={() => onDrop(key)}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      <p className={styles.reason}>
        <strong>{m.jobs_imagesFailed()}.</strong> {reason}
      </p>
      {again && (
        <Button
          size="compact-md"
          className={styles.again ?? ''}
          leftSection={<IconRefresh size={17} />}
          aria-label={m.jobs_imagesRetryOne({ file: file.name })}
          onClick={() => onRetry([key])}
        >
          {m.jobs_retry()}
        </Button>
      )}
    </div>
  );
}

/** A chosen photo until it is stored: its name and progress, with buttons to cancel, and to retry if it failed. */
export function UploadTile(props: UploadTileProps) {
  const { key, file, state } = props.photo;
  const share = useUploadShare(key);
  if (state === 'failed') return <Failed {...props} />;
  const percent = Math.round(share * 100);
  return (
    <div className={styles.chosen}>
      <div className={styles.middle}>
        {state === 'waiting' ? <IconClockHour4 size={24} aria-hidden /> : <Loader size={24} aria-hidden />}
        <span className={`trunc ${styles.file}`}>{file.name}</span>
        <Progress.Root size={5} className={styles.bar ?? ''}>
          <Progress.Section value={percent} aria-label={file.name} />
        </Progress.Root>
      </div>
      <div className={styles.state}>
        <span className="num grow trunc">
          {state === 'waiting' ? m.jobs_imagesWaiting() : m.jobs_imagesSending({ percent })}
        </span>
        <ActionIcon
          className={styles.bin ?? ''}
          aria-label={m.jobs_imagesStopOne({ file: file.name })}
          onClick={() => props.onDrop(key)}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
    </div>
  );
}
