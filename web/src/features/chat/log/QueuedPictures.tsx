import type { ChatRoomId } from '@bindings';
import { type CSSProperties, useState } from 'react';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isInLog } from '@/queries/chat/pictures';
import { type EntryOf, useQueued } from '@/queries/offline/outbox';
import { ImagePreview } from '@/ui/files/ImagePreview';
import { fullName } from '../chatText';
import styles from './Log.module.css';
import picture from './Picture.module.css';

function WaitingPicture({ entry }: { entry: EntryOf<'picture'> }) {
  const { user } = useSession();
  const [ratio, setRatio] = useState(4 / 3);
  return (
    <div className={styles.message}>
      <div className={picture.picture} data-still style={{ '--ratio': ratio } as CSSProperties}>
        <ImagePreview
          file={entry.file}
          alt={m.messages_photoBy({ name: fullName(user) })}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(Math.min(Math.max(naturalWidth / naturalHeight, 0.6), 2.4))
          }
        />
      </div>
      <QueuedBadge entry={entry} />
    </div>
  );
}

/** The queued pictures of this room, after all stored messages. */
export function QueuedPictures({ roomId }: { roomId: ChatRoomId }) {
  const waiting = useQueued('picture').filter((entry) => entry.roomId === roomId && isInLog(entry));
  if (waiting.length === 0) return null;
  return (
    <div className={styles.run} data-own>
      <div className={styles.said}>
        {waiting.map((entry) => (
          <WaitingPicture key={entry.rank} entry={entry} />
        ))}
      </div>
    </div>
  );
}
