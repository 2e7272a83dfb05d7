import type { JobImage } from '@bindings';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { timeText } from '@/ui/dates/times';
import { Lightbox, LightboxButton } from '@/ui/overlays/Lightbox';

import { PhotoCaption } from './PhotoCaption';
import { authorName, photoAlt, postedDate } from './photoText';

interface GalleryProps {
  images: readonly JobImage[];
  /** The index of the shown photo. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
  /** Present if the user may add photos. */
  onDraw?: (() => void) | undefined;
  /** Present if the user is the author. */
  onDelete?: (() => void) | undefined;
}

/** The photos of a job, full screen, with their authors and dates. */
export function Gallery({ images, at, onMove, onClose, onDraw, onDelete }: GalleryProps) {
  const zone = useCompanyZone();
  const image = images[at];
  if (image === undefined) return null;
  return (
    <Lightbox
      pictures={images.map((each) => ({
        id: each.id,
        src: each.imgUrl,
        thumb: each.thumbUrl,
        alt: photoAlt(each, zone),
        width: each.width,
        height: each.height,
      }))}
      at={at}
      onMove={onMove}
      onClose={onClose}
      originalLabel={m.jobs_imageOriginal()}
      foot={<PhotoCaption key={image.id} image={image} />}
      title={
        <>
          <strong className="trunc">{authorName(image)}</strong>
          <time className="num" dateTime={image.dateInserted}>
            {postedDate(image, zone)} {timeText(image.dateInserted, zone)}
          </time>
        </>
      }
      tools={
        <>
          {onDraw !== undefined && (
            <LightboxButton label={m.jobs_draw()} onClick={onDraw}>
              <IconPencil size={22} />
            </LightboxButton>
          )}
          {onDelete !== undefined && (
            <LightboxButton label={m.jobs_imageDelete()} onClick={onDelete}>
              <IconTrash size={22} />
            </LightboxButton>
          )}
        </>
      }
    />
  );
}
