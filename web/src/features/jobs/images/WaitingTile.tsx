import type { EntryOf } from '@/session/outbox';
import { Preview } from '@/ui/Preview';
import { WaitingMark } from '@/ui/WaitingMark';

import styles from './Photos.module.css';

/** A photo that was taken without a network, where it will stand. */
export function WaitingTile({ entry }: { entry: EntryOf<'photo'> }) {
  return (
    <figure className={styles.tile}>
      <div className={styles.picture} data-still>
        <Preview file={entry.file} alt={entry.file.name} />
      </div>
      <figcaption className={styles.foot}>
        <WaitingMark entry={entry} />
      </figcaption>
    </figure>
  );
}
