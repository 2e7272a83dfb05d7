import type { ChatRoomId } from '@bindings';
import { type CSSProperties, useState } from 'react';
import { m } from '@/i18n';
import { type EntryOf, useWaiting } from '@/session/outbox';
import { useSession } from '@/session/session';
import { Preview } from '@/ui/Preview';
import { WaitingMark } from '@/ui/WaitingMark';

import styles from './Log.module.css';
import picture from './Picture.module.css';
import { fullName } from './words';

function WaitingPicture({ entry }: { entry: EntryOf<'picture'> }) {
  const { user } = useSession();
  const [ratio, setRatio] = useState(4 / 3);
  return (
    <div className={styles.message}>
      <div className={picture.picture} data-still style={{ '--ratio': ratio } as CSSProperties}>
        <Preview
          file={entry.file}
          alt={m.messages_photoBy({ name: fullName(user) })}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(Math.min(Math.max(naturalWidth / naturalHeight, 0.6), 2.4))
          }
        />
      </div>
      <WaitingMark entry={entry} />
    </div>
  );
}

/** Pictures of this room that were sent without a network: they stand behind everything that is stored. */
export function WaitingPictures({ roomId }: { roomId: ChatRoomId }) {
  const waiting = useWaiting('picture').filter((entry) => entry.roomId === roomId);
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
