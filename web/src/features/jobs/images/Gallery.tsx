import type { JobImage } from '@bindings';
import { Portal } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconTrash, IconX } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect } from 'react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { timeText } from '@/ui/dates/times';
import styles from '@/ui/overlays/Lightbox.module.css';
import { useSwipe } from '@/ui/overlays/useSwipe';
import { useCloseOnEscape, useReturnFocus } from '@/ui/overlays/unsavedForms';

import { authorName, photoAlt, postedDate } from './photoText';

interface GalleryProps {
  images: readonly JobImage[];
  /** Which of them is seen. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
  /** Present where the reader is the author. */
  onDelete?: (() => void) | undefined;
}

/** The neighbours are fetched ahead, so that the next photo is there at once. */
function useAhead(images: readonly JobImage[], at: number): void {
  const next = images[at + 1]?.imgUrl;
  const previous = images[at - 1]?.imgUrl;
  useEffect(() => {
    for (const address of [next, previous]) if (address !== undefined) new Image().src = address;
  }, [next, previous]);
}

/** One photo as large as the screen: arrows, Home, End and swipes go on, Esc and the backdrop close. */
export function Gallery({ images, at, onMove, onClose, onDelete }: GalleryProps) {
  const trap = useFocusTrap();
  const zone = useCompanyZone();
  useReturnFocus();
  useCloseOnEscape(onClose);
  useAhead(images, at);
  const last = images.length - 1;
  const go = useCallback(
    (to: number) => {
      if (to >= 0 && to <= last && to !== at) onMove(to);
    },
    [at, last, onMove],
  );
  const { shift, moved, bind } = useSwipe((by) => go(at + by));
  const image = images[at];
  if (image === undefined) return null;

  const onKeyDown = (event: KeyboardEvent) => {
    const ways: Record<string, () => void> = {
      ArrowRight: () => go(at + 1),
      ArrowLeft: () => go(at - 1),
      Home: () => go(0),
      End: () => go(last),
    };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    way();
  };

  return (
    <Portal>
      <div
        ref={trap}
        role="dialog"
        aria-modal="true"
        aria-label={photoAlt(image, zone)}
        tabIndex={-1}
        className={styles.gallery}
        onKeyDown={onKeyDown}
      >
        <header className={styles.head}>
          <span className={styles.who}>
            <strong className="trunc">{authorName(image)}</strong>
            <time className="num" dateTime={image.dateInserted}>
              {postedDate(image, zone)} {timeText(image.dateInserted, zone)}
            </time>
          </span>
          <span className={`num ${styles.count}`} aria-live="polite">
            {m.jobs_imageOf({ at: at + 1, all: images.length })}
          </span>
          <a
            href={image.imgUrl}
            target="_blank"
            rel="noreferrer"
            className={styles.tool}
            aria-label={m.jobs_imageOriginal()}
          >
            <IconExternalLink size={22} />
          </a>
          {onDelete !== undefined && (
            <button
              type="button"
              className={styles.tool}
              aria-label={m.jobs_imageDelete()}
              onClick={onDelete}
            >
              <IconTrash size={22} />
            </button>
          )}
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
        <div className={styles.stage} {...bind}>
          {/* By keyboard that is Esc, or the cross. */}
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.beside}
            onClick={() => moved() || onClose()}
          />
          <img
            key={image.id}
            src={image.imgUrl}
            alt={photoAlt(image, zone)}
            width={image.width}
            height={image.height}
            draggable={false}
            className={styles.photo}
            style={
              {
                '--ratio': image.width / image.height,
                backgroundImage: `url("${image.thumbUrl}")`,
                transform: `translateX(${shift}px)`,
              } as CSSProperties
            }
          />
        </div>
        <button
          type="button"
          className={styles.way}
          data-way="previous"
          aria-label={m.jobs_imagePrevious()}
          disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <IconChevronLeft size={30} />
        </button>
        <button
          type="button"
          className={styles.way}
          data-way="next"
          aria-label={m.jobs_imageNext()}
          disabled={at === last}
          onClick={() => go(at + 1)}
        >
          <IconChevronRight size={30} />
        </button>
      </div>
    </Portal>
  );
}
