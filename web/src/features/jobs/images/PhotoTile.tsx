import type { JobImage } from '@bindings';
import { ActionIcon } from '@mantine/core';
import { IconPhotoOff, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { m, useLanguage } from '@/i18n';
import { timeText } from '@/ui/dates/times';

import styles from './Photos.module.css';
import { authorName, photoAlt } from './photoText';

interface PhotoTileProps {
  image: JobImage;
  /** The time zone of the company. */
  zone: string;
  own: boolean;
  onOpen: (id: string) => void;
  onDelete: (image: JobImage) => void;
  /** Called when its link has expired. */
  onBroken: () => void;
}

/** A photo in the grid: pressing it opens it full screen. Only its author has the delete button. */
export const PhotoTile = memo(function PhotoTile({
  image,
  zone,
  own,
  onOpen,
  onDelete,
  onBroken,
}: PhotoTileProps) {
  useLanguage();
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <figure className={styles.tile}>
      <button type="button" className={styles.picture} onClick={() => onOpen(image.id)}>
        {broken === image.thumbUrl ? (
          <>
            <IconPhotoOff size={32} stroke={1.6} aria-hidden />
            <span className="spoken">{photoAlt(image, zone)}</span>
          </>
        ) : (
          <img
            src={image.thumbUrl}
            alt={photoAlt(image, zone)}
            loading="lazy"
            decoding="async"
            onError={() => {
              setBroken(image.thumbUrl);
              onBroken();
            }}
          />
        )}
        {image.caption && <span className={styles.caption}>{image.caption}</span>}
      </button>
      <figcaption className={styles.foot}>
        <span className={styles.who}>
          <span className={`trunc ${styles.name}`}>{authorName(image)}</span>
          <time className={`num ${styles.when}`} dateTime={image.dateInserted}>
            {timeText(image.dateInserted, zone)}
          </time>
        </span>
        {own && (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.bin ?? ''}
            aria-label={m.jobs_imageDelete()}
            onClick={() => onDelete(image)}
          >
            <IconTrash size={17} />
          </ActionIcon>
        )}
      </figcaption>
    </figure>
  );
});
