import type { JobImage } from '@bindings';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { numericDay } from '@/ui/dates/dates';
import { dayIn } from '@/ui/dates/times';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { TileGrid } from '@/ui/layout/TileGrid';
import { Overlay } from '@/ui/overlays/Overlay';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './ChooseImage.module.css';

/** The alternative text of a photo. */
export const photoAlt = (
  { postedByFirstName, postedByLastName, dateInserted }: JobImage,
  zone: string,
): string =>
  m.jobs_imageBy({
    name: `${postedByFirstName} ${postedByLastName}`,
    date: numericDay(dayIn(dateInserted, zone)),
  });

interface ChooseImageProps {
  /** The photos of the job; undefined until they have loaded. */
  images: readonly JobImage[] | undefined;
  /** The error if they could not be fetched. */
  error: Error | null;
  retry: () => void;
  onBroken: () => void;
  chosen: string | null;
  onChoose: (image: string | null) => void;
  onClose: () => void;
}

/** Chooses the photo on the job card, or none. */
export function ChooseImage({ images, error, retry, onBroken, chosen, onChoose, onClose }: ChooseImageProps) {
  const phone = usePhone();
  const zone = useCompanyZone();
  const take = (image: string | null) => {
    onChoose(image);
    onClose();
  };
  return (
    <Overlay
      title={m.card_chooseTitle()}
      size={880}
      onClose={onClose}
      footer={
        <Button variant="default" disabled={chosen === null} onClick={() => take(null)}>
          {m.card_clear()}
        </Button>
      }
    >
      {images === undefined && error === null && <SkeletonCards count={2} height={160} />}
      {images === undefined && error !== null && <LoadFailure why={error.message} onRetry={retry} />}
      {images?.length === 0 && <EmptyState title={m.card_noImages()}>{m.card_noImagesHint()}</EmptyState>}
      {images !== undefined && images.length > 0 && (
        <TileGrid
          label={m.jobs_images()}
          count={images.length}
          keyOf={(at) => images[at]?.id ?? at}
          least={phone ? 150 : 190}
          heightOf={(width) => width * 0.75}
          gap={10}
        >
          {(at) => {
            const image = images[at];
            if (image === undefined) return null;
            const pressed = image.id === chosen;
            return (
              <button
                type="button"
                aria-pressed={pressed}
                className={styles.choice}
                onClick={() => take(image.id)}
              >
                <img src={image.thumbUrl} alt={photoAlt(image, zone)} loading="lazy" onError={onBroken} />
                {pressed && (
                  <span className={styles.mark}>
                    <IconCheck size={18} stroke={2.6} aria-hidden />
                  </span>
                )}
              </button>
            );
          }}
        </TileGrid>
      )}
    </Overlay>
  );
}
