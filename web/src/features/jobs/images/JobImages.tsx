import type { Job, JobImage } from '@bindings';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useDeleteJobImage, useJobImages } from '@/queries/jobs/images';
import { type ChosenPhoto, usePhotoUploads } from '@/queries/jobs/photoUploads';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { TileGrid } from '@/ui/layout/TileGrid';
import { confirm, popup } from '@/ui/overlays/popups';
import { usePhone } from '@/ui/theme/usePhone';

import { AddPhotos } from './AddPhotos';
import { Gallery } from './Gallery';
import styles from './Photos.module.css';
import { PhotoTile } from './PhotoTile';
import { postedDate } from './photoText';
import { QueuedTile } from './QueuedTile';
import { reportRefusals } from './reportRefusals';
import { UploadTile } from './UploadTile';

const none: readonly JobImage[] = [];

/**
 * Deletes a photo after a confirmation; a refusal restores it and shows the reason. Returns whether it was confirmed.
 */
function useRemoval(job: Job) {
  const remove = useDeleteJobImage(job.id);
  const zone = useCompanyZone();
  return useCallback(
    async (image: JobImage): Promise<boolean> => {
      const sure = await confirm({
        body: (
          <>
            {m.jobs_imageDeleteSure({ date: postedDate(image, zone) })} {notice('cannotRevert')}
          </>
        ),
        confirmLabel: notice('yesRemove'),
        danger: true,
      });
      if (sure) remove(image.id).catch((failure: Error) => popup.oops(failure.message));
      return sure;
    },
    [remove, zone],
  );
}

/** The status of the uploads in one line, also for screen readers. */
function UploadStatus({
  photos,
  retry,
}: {
  photos: readonly ChosenPhoto[];
  retry: (keys: readonly string[]) => void;
}) {
  const failed = photos.filter(({ state }) => state === 'failed');
  const again = failed.filter((photo) => photo.again);
  const under = photos.length - failed.length;
  return (
    <div className={styles.news} hidden={photos.length === 0}>
      <span role="status">
        {under > 0 && `${m.jobs_imagesSendingAll({ count: under })}. `}
        {failed.length > 0 && `${m.jobs_imagesNotSent({ count: failed.length })}.`}
      </span>
      {again.length > 1 && (
        <Button size="compact-md" variant="default" onClick={() => retry(again.map(({ key }) => key))}>
          {m.jobs_imagesRetryAll()}
        </Button>
      )}
    </div>
  );
}

/** The photos of a job with authors and dates: to add, to view full screen, and to delete the user's own. */
export function JobImages({ job }: { job: Job }) {
  const { user } = useSession();
  const { images = none, isPending, error, refetch, onBroken } = useJobImages(job.id);
  const queries = useQueryClient();
  const { photos, waiting, drop, ...uploads } = usePhotoUploads(job.id);
  const add = (files: readonly File[]) => void reportRefusals(queries, uploads.add(files));
  const retry = (keys: readonly string[]) => void reportRefusals(queries, uploads.retry(keys));
  const removal = useRemoval(job);
  const [open, setOpen] = useState<string | null>(null);
  const phone = usePhone();

  const at = images.findIndex(({ id }) => id === open);
  const shown = images[at];
  const removeShown = async (image: JobImage) => {
    const next = images[at + 1] ?? images[at - 1];
    if (await removal(image)) setOpen(next?.id ?? null);
  };

  const onDelete = useCallback((image: JobImage) => void removal(image), [removal]);

  const before = photos.length + waiting.length;
  const tile = (index: number) => {
    const photo = photos[index];
    if (photo !== undefined) return <UploadTile photo={photo} onRetry={retry} onDrop={drop} />;
    const later = waiting[index - photos.length];
    if (later !== undefined) return <QueuedTile entry={later} />;
    const image = images[index - before];
    return image === undefined ? null : (
      <PhotoTile
        image={image}
        own={image.postedBy === user.id}
        onOpen={setOpen}
        onDelete={onDelete}
        onBroken={onBroken}
      />
    );
  };

  const count = before + images.length;
  const keyOf = (index: number) =>
    photos[index]?.key ?? waiting[index - photos.length]?.id ?? images[index - before]?.id ?? index;
  const failed = error !== null && images.length === 0;
  return (
    <div className={`stack ${styles.room}`}>
      <AddPhotos add={add} />
      <UploadStatus photos={photos} retry={retry} />
      {isPending && <SkeletonCards height={180} count={2} />}
      {failed && (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
        >
          {m.common_tryAgain()}
        </EmptyState>
      )}
      {!isPending && !failed && count === 0 && (
        <EmptyState title={m.jobs_imagesNone()}>{m.jobs_imagesNoneHint()}</EmptyState>
      )}
      {count > 0 && (
        <TileGrid
          label={m.jobs_images()}
          count={count}
          keyOf={keyOf}
          least={phone ? 150 : 230}
          heightOf={(width) => (width - 2) * 0.75 + (phone ? 66 : 42)}
          gap={phone ? 10 : 14}
        >
          {tile}
        </TileGrid>
      )}
      {shown !== undefined && (
        <Gallery
          images={images}
          at={at}
          onMove={(to) => setOpen(images[to]?.id ?? null)}
          onClose={() => setOpen(null)}
          onDelete={shown.postedBy === user.id ? () => void removeShown(shown) : undefined}
        />
      )}
    </div>
  );
}
