import { Portal } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconExternalLink, IconPhotoOff, IconX } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { m } from '@/i18n';
import type { StoredMessage } from '@/queries/chat/messageTypes';
import { useCloseOnEscape, useReturnFocus } from '@/ui/overlays/unsavedForms';
import { fullName } from '../chatText';
import styles from './Picture.module.css';

interface FullSizeProps {
  address: string;
  name: string;
  ratio: number;
  onClose: () => void;
}

/** One picture as large as the screen; Esc, the cross and the backdrop close it. */
function FullSize({ address, name, ratio, onClose }: FullSizeProps) {
  const trap = useFocusTrap();
  useReturnFocus();
  useCloseOnEscape(onClose);
  return (
    <Portal>
      <div ref={trap} role="dialog" aria-modal="true" aria-label={name} tabIndex={-1} className={styles.full}>
        <header className={styles.head}>
          <strong className="trunc grow">{name}</strong>
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className={styles.tool}
            aria-label={m.messages_photoOriginal()}
          >
            <IconExternalLink size={22} />
          </a>
          <button
            type="button"
            className={styles.tool}
            aria-label={m.common_close()}
            onClick={onClose}
            data-autofocus
          >
            <IconX size={24} />
          </button>
        </header>
        <div className={styles.stage}>
          {/* By keyboard that is Esc, or the cross. */}
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.beside}
            onClick={onClose}
          />
          <img src={address} alt={name} style={{ '--ratio': ratio } as CSSProperties} />
        </div>
      </div>
    </Portal>
  );
}

interface SentPictureProps {
  message: StoredMessage;
  /** Its link has expired. */
  onBroken: (id: string) => void;
}

/** A picture in the thread: its place is there before it is loaded, and pressing it shows it large. */
export function SentPicture({ message, onBroken }: SentPictureProps) {
  const { id, attachment, thumb, author } = message;
  const width = message.width ?? 4;
  const height = message.height ?? 3;
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  if (attachment === null) return null;
  const shown = thumb ?? attachment;
  const name = m.messages_photoBy({ name: fullName(author) });
  // Panoramas and tall pictures are cut, not shrunk to a line.
  const ratio = Math.min(Math.max(width / height, 0.6), 2.4);
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        style={{ '--ratio': ratio } as CSSProperties}
        onClick={() => setOpen(true)}
      >
        {broken === shown ? (
          <>
            <IconPhotoOff size={32} stroke={1.6} aria-hidden />
            <span className="spoken">{name}</span>
          </>
        ) : (
          <img
            src={shown}
            alt={name}
            loading="lazy"
            decoding="async"
            onError={() => {
              setBroken(shown);
              onBroken(id);
            }}
          />
        )}
      </button>
      {open && (
        <FullSize address={attachment} name={name} ratio={width / height} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
