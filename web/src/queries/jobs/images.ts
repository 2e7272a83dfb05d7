/**
 * The photos of a job. They are cached under `['jobImages', jobId]` (not under `['jobs']`, whose entries are jobs). A
 * photo that is being deleted leaves the list at once and returns to its position when the server refuses; a caption
 * shows at once, too.
 */
import type { JobId, JobImage, SetImageCaption, SetImagePair } from '@bindings';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { call } from '@/api/client';
import { polling } from '@/queries/live/polling';
import { blankToNull } from '@/queries/mutations/changedFields';
import { without } from '@/queries/mutations/lists';
import { runOptimistic, usePendingChanges, writeWithoutRefetch } from '@/queries/mutations/optimistic';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { withPair } from './withPair';

const captionsOf = (jobId: JobId) => ['jobImages', 'caption', jobId] as const;
export const pairsOf = (jobId: JobId) => ['jobImages', 'pair', jobId] as const;
const deletionsOf = (jobId: JobId) => ['jobImages', 'delete', jobId] as const;
export const imagesKey = (jobId: JobId) => ['jobImages', jobId] as const;

async function fetchImages(jobId: JobId): Promise<JobImage[]> {
  try {
    const { imgs } = await call<{ imgs: JobImage[] }>(
      'GET',
      `/api/jobs/fetchImgs/${encodeURIComponent(jobId)}`,
    );
    // Newest first: most users open the tab to see the latest.
    return imgs.toSorted((a, b) => Date.parse(b.dateInserted) - Date.parse(a.dateInserted));
  } catch (failure) {
    throw explainFailure(failure, 'imagesFetchFailed');
  }
}

const imagesQuery = (jobId: JobId) =>
  queryOptions({ queryKey: imagesKey(jobId), queryFn: () => fetchImages(jobId) });

/**
 * The photos of a job, newest first, without those that are being deleted. Undefined until there is a response. Call
 * `onBroken` when a photo does not load: its link has expired, and a refetch brings new ones.
 */
export function useJobImages(jobId: JobId, wanted = true) {
  const isNew = isTemporaryId(jobId);
  const { data, isPending, error, refetch } = useQuery({
    ...imagesQuery(jobId),
    ...polling,
    enabled: wanted && !isNew,
  });
  const deleting = usePendingChanges<string>(deletionsOf(jobId));
  const captions = usePendingChanges<SetImageCaption>(captionsOf(jobId));
  const pairing = usePendingChanges<SetImagePair>(pairsOf(jobId));
  const images = useMemo(() => {
    const texts = new Map(captions.map(({ imageId, caption }) => [imageId, blankToNull(caption)]));
    const shown = data
      ?.filter(({ id }) => !deleting.includes(id))
      .map((image) => (texts.has(image.id) ? { ...image, caption: texts.get(image.id) ?? null } : image));
    return shown && pairing.reduce(withPair, shown);
  }, [data, deleting, captions, pairing]);

  // Once for each list: a photo that is really lost must not cause endless requests.
  const refetchedFor = useRef<JobImage[]>(undefined);
  const onBroken = useCallback(() => {
    if (data === undefined || refetchedFor.current === data) return;
    refetchedFor.current = data;
    void refetch();
  }, [data, refetch]);
  return { images, isPending: isPending && !isNew, error, refetch, onBroken };
}

/** Writes to the list. It is not refetched, because new links would make every photo load again. */
export function rewriteImages(
  queries: QueryClient,
  jobId: JobId,
  change: (images: JobImage[]) => JobImage[],
): void {
  const queryKey = imagesKey(jobId);
  if (queries.getQueryData<JobImage[]>(queryKey) === undefined) void queries.invalidateQueries({ queryKey });
  else writeWithoutRefetch(queries, queryKey, change);
}

/** Adds a stored photo at the top of the list. */
export const storePhoto = (queries: QueryClient, jobId: JobId, photo: JobImage): void =>
  rewriteImages(queries, jobId, (images) => [photo, ...without(images, photo.id)]);

/** Sets what a photo shows, optimistically; blank clears it. Rejects with an `ApiFailure`. */
export function useCaptionJobImage(jobId: JobId): (form: SetImageCaption) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (form) => {
      await runOptimistic<SetImageCaption, { image: JobImage }>(queries, {
        mutationKey: captionsOf(jobId),
        change: form,
        lane: form.imageId,
        send: () =>
          sendRequest({ path: 'update/imageCaption', body: form, failureNotice: 'jobUpdateFailedRetry' }),
        store: ({ image }) =>
          rewriteImages(queries, jobId, (images) =>
            images.map((each) => (each.id === image.id ? { ...each, caption: image.caption } : each)),
          ),
      });
    },
    [queries, jobId],
  );
}

/** Deletes a photo, optimistically. Rejects with an `ApiFailure`. */
export function useDeleteJobImage(jobId: JobId): (id: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (id) => {
      await runOptimistic(queries, {
        mutationKey: deletionsOf(jobId),
        change: id,
        send: () =>
          sendRequest({
            method: 'DELETE',
            path: `deleteJobImg/${encodeURIComponent(id)}`,
            failureNotice: 'imageDeleteFailed',
          }),
        store: () => rewriteImages(queries, jobId, (images) => without(images, id)),
      });
    },
    [queries, jobId],
  );
}
