/**
 * The photos of a job. They stand in the query cache under `['jobImages', jobId]` (not under `['jobs']`, whose
 * entries are jobs). A photo that is being deleted is gone from the list at once and comes back, in its place, when
 * the server refuses; others that come and go meanwhile stay as they are.
 */
import type { JobId, JobImage } from '@bindings';
import {
  type MutationOptions,
  type QueryClient,
  queryOptions,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { call, type UploadOptions } from '@/api/client';

import { handIn } from './handIn';
import { inWords, send } from './jobChange';
import { queued } from './outbox';
import { watched } from './watched';

const deletionsOf = (jobId: JobId) => ['jobImages', 'delete', jobId] as const;
export const imagesKey = (jobId: JobId) => ['jobImages', jobId] as const;

async function fetchImages(jobId: JobId): Promise<JobImage[]> {
  try {
    const { imgs } = await call<{ imgs: JobImage[] }>(
      'GET',
      `/api/jobs/fetchImgs/${encodeURIComponent(jobId)}`,
    );
    // The newest first: that is what somebody who opens the tab has come for.
    return imgs.toSorted((a, b) => Date.parse(b.dateInserted) - Date.parse(a.dateInserted));
  } catch (failure) {
    throw inWords(failure, 'imagesFetchFailed');
  }
}

const imagesQuery = (jobId: JobId) =>
  queryOptions({ queryKey: imagesKey(jobId), queryFn: () => fetchImages(jobId) });

/**
 * The photos of a job, the newest first, without those that are being deleted. Undefined until there is an answer.
 * Tell `onBroken` of a photo that does not load: its link is too old, and the list brings new ones.
 */
export function useJobImages(jobId: JobId, wanted = true) {
  const { data, isPending, error, refetch } = useQuery({
    ...imagesQuery(jobId),
    ...watched,
    enabled: wanted,
  });
  const leaving = useMutationState({
    filters: { mutationKey: deletionsOf(jobId), status: 'pending' },
    select: ({ state }) => state.variables as string,
  });
  const images = useMemo(() => data?.filter(({ id }) => !leaving.includes(id)), [data, leaving]);

  // Once for each list: a photo that is lost must not ask for ever.
  const asked = useRef<JobImage[]>(undefined);
  const onBroken = useCallback(() => {
    if (data === undefined || asked.current === data) return;
    asked.current = data;
    void refetch();
  }, [data, refetch]);
  return { images, isPending, error, refetch, onBroken };
}

/** Writes into the list; an older answer that is still on its way would undo it, so a newer one is asked for. */
function rewrite(queries: QueryClient, jobId: JobId, change: (images: JobImage[]) => JobImage[]): void {
  const key = imagesKey(jobId);
  if (queries.getQueryData<JobImage[]>(key) === undefined) {
    void queries.invalidateQueries({ queryKey: key });
    return;
  }
  const asked = queries.isFetching({ queryKey: key }) > 0;
  void queries.cancelQueries({ queryKey: key });
  queries.setQueryData<JobImage[]>(key, (images) => images && change(images));
  if (asked) void queries.invalidateQueries({ queryKey: key });
}

/** A photo is stored: it stands first in the list. */
export const photoTaken = (queries: QueryClient, jobId: JobId, photo: JobImage): void =>
  rewrite(queries, jobId, (images) => [photo, ...images.filter(({ id }) => id !== photo.id)]);

/**
 * Sends one photo; without a network it waits, and shows as such. Rejects with an `ApiFailure` whose message may be
 * shown.
 */
export async function addJobImage(
  queries: QueryClient,
  jobId: JobId,
  file: File,
  options: UploadOptions = {},
): Promise<void> {
  const task = { kind: 'photo', jobId, file } as const;
  const answer = await handIn<{ newEntry: JobImage }>(queries, task, 'imagesUploadFailed', options);
  if (answer !== queued) photoTaken(queries, jobId, answer.newEntry);
}

/** Deletes a photo: it is gone at once, and back when this rejects with an `ApiFailure`. */
export function useDeleteJobImage(jobId: JobId): (id: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (image) => {
      const options: MutationOptions<unknown, Error, string> = {
        mutationKey: deletionsOf(jobId),
        mutationFn: (id) =>
          send({
            method: 'DELETE',
            path: `deleteJobImg/${encodeURIComponent(id)}`,
            broken: 'imageDeleteFailed',
          }),
        networkMode: 'always',
        onSuccess: (_, id) => rewrite(queries, jobId, (images) => images.filter((other) => other.id !== id)),
      };
      await queries.getMutationCache().build(queries, options).execute(image);
    },
    [queries, jobId],
  );
}
