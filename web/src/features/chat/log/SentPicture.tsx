import { IconPhotoOff } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { m } from '@/i18n';
import type { StoredMessage } from '@/queries/chat/messageTypes';
import { Lightbox } from '@/ui/overlays/Lightbox';
import { fullName } from '../chatText';
import styles from './Picture.module.css';

interface SentPictureProps {
  message: StoredMessage;
  /** Called when its link has expired. */
  onBroken: (id: string) => void;
}

/** A picture in the thread: its space is reserved before it loads, and pressing it opens it full screen. */
export function SentPicture({ message, onBroken }: SentPictureProps) {
  const { id, attachment, thumb, author } = message;
  const width = message.width ?? 4;
  const height = message.height ?? 3;
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  if (attachment === null) return null;
  const shown = thumb ?? attachment;
  const name = m.messages_photoBy({ name: fullName(author) });
  // Panoramas and tall pictures are cropped, so that they do not shrink to a line.
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
        <Lightbox
          pictures={[{ id, src: attachment, alt: name, width, height }]}
          at={0}
          onClose={() => setOpen(false)}
          title={<strong className="trunc">{name}</strong>}
          originalLabel={m.messages_photoOriginal()}
        />
      )}
    </>
  );
}
