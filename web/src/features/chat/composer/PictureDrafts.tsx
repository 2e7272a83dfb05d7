import { Button, Progress } from '@mantine/core';
import { IconAlertCircle, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import type { DraftPicture } from '@/queries/chat/pictures';
import { useUploadShare } from '@/queries/offline/uploadProgress';
import { ImagePreview } from '@/ui/files/ImagePreview';

import styles from './Composer.module.css';

interface PictureDraftsProps {
  pictures: readonly DraftPicture[];
  onRetry: (tempId: string) => void;
  onDrop: (tempId: string) => void;
}

function Failed({ picture, onRetry }: { picture: DraftPicture; onRetry: (tempId: string) => void }) {
  const { tempId, file, reason, again } = picture;
  return (
    <div className={styles.failed}>
      <p role="status">
        <IconAlertCircle size={17} aria-hidden />
        <span>
          <strong>{m.messages_uploadFailed()}.</strong> {reason}
        </span>
      </p>
      {again && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={16} />}
          aria-label={m.messages_retryFile({ file: file.name })}
          onClick={() => onRetry(tempId)}
        >
          {m.messages_again()}
        </Button>
      )}
    </div>
  );
}

function SendProgress({ picture: { uploadId, file } }: { picture: DraftPicture }) {
  const share = useUploadShare(uploadId);
  return (
    <Progress.Root size={6} className={styles.bar ?? ''}>
      <Progress.Section value={Math.round(share * 100)} aria-label={file.name} />
    </Progress.Root>
  );
}

/** The preview of a picture, with its size in the tooltip once it has loaded. */
function Preview({ file }: { file: File }) {
  const [size, setSize] = useState<string | null>(null);
  return (
    <ImagePreview
      file={file}
      alt={file.name}
      title={size === null ? file.name : `${file.name}, ${size}`}
      width={75}
      height={75}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setSize(`${naturalWidth} × ${naturalHeight}`)
      }
    />
  );
}

/** The pictures of the draft: each with its progress, and with a retry button if it failed. */
export function PictureDrafts({ pictures, onRetry, onDrop }: PictureDraftsProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className={styles.drafts}>
      {pictures.map((picture) => {
        const { tempId, file, state } = picture;
        return (
          <li key={tempId} data-state={state}>
            <div className={styles.draft}>
              <Preview file={file} />
              {state === 'pending' && <SendProgress picture={picture} />}
              <button
                type="button"
                className={styles.drop}
                aria-label={
                  state === 'pending'
                    ? m.messages_stopFile({ file: file.name })
                    : m.messages_drop({ file: file.name })
                }
                onClick={() => onDrop(tempId)}
              >
                <span>
                  <IconX size={16} aria-hidden />
                </span>
              </button>
            </div>
            {state === 'failed' && <Failed picture={picture} onRetry={onRetry} />}
          </li>
        );
      })}
    </ul>
  );
}
