/** Photos of a job in pairs: what a place looked like before the work, and after it. The pair is on the photo of after. */
import type { JobId, JobImage, SetImagePair } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { runOptimistic } from '@/queries/mutations/optimistic';
import { sendRequest } from '@/queries/mutations/request';
import { pairsOf, rewriteImages } from './images';
import { withPair } from './withPair';

/** Makes a pair of two photos, or takes one apart; optimistically. Rejects with an `ApiFailure`. */
export function usePairJobImages(jobId: JobId): (form: SetImagePair) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (form) => {
      await runOptimistic<SetImagePair, { image: JobImage }>(queries, {
        mutationKey: pairsOf(jobId),
        change: form,
        // A photo leaves its former pair, so that the pairs of a job change one after the other.
        lane: `pairs ${jobId}`,
        send: () =>
          sendRequest({ path: 'update/imagePair', body: form, failureNotice: 'jobUpdateFailedRetry' }),
        store: () => rewriteImages(queries, jobId, (images) => withPair(images, form)),
      });
    },
    [queries, jobId],
  );
}
