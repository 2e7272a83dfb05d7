import type { Job, JobImage } from '@bindings';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { reportRefusals } from '@/components/jobs/reportRefusals';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { usePairJobImages } from '@/queries/jobs/imagePairs';
import { useDeleteJobImage, useJobImages } from '@/queries/jobs/images';
import { type ChosenPhoto, usePhotoUploads } from '@/queries/jobs/photoUploads';
import { imagePairs } from '@/queries/jobs/withPair';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { lazyPart } from '@/ui/loading/lazyPart';
import { confirm, popup } from '@/ui/overlays/popups';
import { PhotosMenu } from '../photoSharing/PhotosMenu';
import { AddPhotos } from './AddPhotos';
import { DayPhotos } from './DayPhotos';
import { Gallery } from './Gallery';
import { PhotoGrid } from './PhotoGrid';
import { PhotoPairs } from './PhotoPairs';
import styles from './Photos.module.css';
import { photoDays } from './photoDays';
import { postedDate } from './photoText';
import { QueuedTile } from './QueuedTile';
import { UploadTile } from './UploadTile';

/** Rarely used, so they are lazy. */
const PhotoEditor = lazyPart(async () => (await import('../drawing/PhotoEditor')).PhotoEditor);
const BeforeAfter = lazyPart(async () => (await import('../drawing/BeforeAfter')).BeforeAfter);

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
    <>
      <span role="status" className="grow">
        {under > 0 && `${m.jobs_imagesSendingAll({ count: under })}. `}
        {failed.length > 0 && `${m.jobs_imagesNotSent({ count: failed.length })}.`}
      </span>
      {again.length > 1 && (
        <Button size="compact-md" variant="default" onClick={() => retry(again.map(({ key }) => key))}>
          {m.jobs_imagesRetryAll()}
        </Button>
      )}
    </>
  );
}

/** The photos of a job with authors and dates: to add, to view full screen, and to delete the user's own. */
export function JobImages({ job }: { job: Job }) {
  const { user, may } = useSession();
  const { images = none, isPending, error, refetch, onBroken } = useJobImages(job.id);
  const queries = useQueryClient();
  const { photos, waiting, drop, ...uploads } = usePhotoUploads(job.id);
  const add = (files: readonly File[]) => void reportRefusals(queries, uploads.add(files));
  const retry = (keys: readonly string[]) => void reportRefusals(queries, uploads.retry(keys));
  const removal = useRemoval(job);
  const [open, setOpen] = useState<string | null>(null);
  const [pairing, setPairing] = useState(false);
  const [drawn, setDrawn] = useState<JobImage | null>(null);
  const draw = (image: JobImage) => {
    setOpen(null);
    setDrawn(image);
  };
  const zone = useCompanyZone();
  const pairs = useMemo(() => imagePairs(images), [images]);
  const pair = usePairJobImages(job.id);
  const days = useMemo(() => photoDays(images, zone), [images, zone]);

  const at = images.findIndex(({ id }) => id === open);
  const shown = images[at];
  const removeShown = async (image: JobImage) => {
    const next = images[at + 1] ?? images[at - 1];
    if (await removal(image)) setOpen(next?.id ?? null);
  };

  const onDelete = useCallback((image: JobImage) => void removal(image), [removal]);

  const under = photos.length + waiting.length;
  const uploading = (index: number) => {
    const photo = photos[index];
    if (photo !== undefined) return <UploadTile photo={photo} onRetry={retry} onDrop={drop} />;
    const later = waiting[index - photos.length];
    return later === undefined ? null : <QueuedTile entry={later} />;
  };
  const failed = error !== null && images.length === 0;
  return (
    <div className={`stack ${styles.room}`}>
      <AddPhotos add={add} />
      <div className={styles.news}>
        <UploadStatus photos={photos} retry={retry} />
        {images.length > 0 && <PhotosMenu job={job} days={days} onPair={() => setPairing(true)} />}
      </div>
      {isPending && <SkeletonCards height={180} count={2} />}
      {failed && (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
        >
          {m.common_tryAgain()}
        </EmptyState>
      )}
      {!isPending && !failed && under + images.length === 0 && (
        <EmptyState title={m.jobs_imagesNone()}>{m.jobs_imagesNoneHint()}</EmptyState>
      )}
      {under > 0 && (
        <PhotoGrid
          label={m.jobs_imagesUploads()}
          count={under}
          keyOf={(index) => photos[index]?.key ?? waiting[index - photos.length]?.id ?? index}
        >
          {uploading}
        </PhotoGrid>
      )}
      <PhotoPairs jobId={job.id} pairs={pairs} onBroken={onBroken} />
      {days.map((day) => (
        <DayPhotos
          key={day.day}
          {...day}
          zone={zone}
          onOpen={setOpen}
          onDelete={onDelete}
          onBroken={onBroken}
        />
      ))}
      {shown !== undefined && (
        <Gallery
          images={images}
          at={at}
          onMove={(to) => setOpen(images[to]?.id ?? null)}
          onClose={() => setOpen(null)}
          onDraw={may('jobs.images') ? () => draw(shown) : undefined}
          onDelete={shown.postedBy === user.id ? () => void removeShown(shown) : undefined}
        />
      )}
      {drawn !== null && (
        <Suspense fallback={null}>
          <PhotoEditor image={drawn} onSaved={(file) => add([file])} onClose={() => setDrawn(null)} />
        </Suspense>
      )}
      {pairing && (
        <Suspense fallback={null}>
          <BeforeAfter
            images={images}
            onSaved={(file) => add([file])}
            onPair={(before, after) =>
              void runWithPopup(() => pair({ imageId: after.id, beforeId: before.id }))
            }
            onClose={() => setPairing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
