import { QueuedBadge } from '@/components/offline/QueuedBadge';
import type { EntryOf } from '@/queries/offline/outbox';
import { ImagePreview } from '@/ui/files/ImagePreview';

import styles from './Photos.module.css';

/** A queued photo, at its future position. */
export function QueuedTile({ entry }: { entry: EntryOf<'photo'> }) {
  return (
    <figure className={styles.tile}>
      <div className={styles.picture} data-still>
        <ImagePreview file={entry.file} alt={entry.file.name} />
      </div>
      <figcaption className={styles.foot}>
        <QueuedBadge entry={entry} />
      </figcaption>
    </figure>
  );
}
