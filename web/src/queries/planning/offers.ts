/**
 * Offers of a job to several companies, of which the first that accepts gets it: as the contractor and as an asked
 * company see them. Cached under `['jobOffers', jobId]` and `['jobOffers', 'received']`; events refetch both.
 */
import type { AnswerOffer, JobId, JobOffer, JobOfferId, OfferForm, ReceivedOffer } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { refetchJobsSoon } from '@/queries/jobs/jobsCache';
import { polling } from '@/queries/live/polling';
import { sendRequest } from '@/queries/mutations/request';

export const jobOffersKey = ['jobOffers'] as const;

const ofJob = (jobId: JobId) => [...jobOffersKey, jobId] as const;
const received = [...jobOffersKey, 'received'] as const;
const path = '/api/job_offers';

/** The offers of one's own job, the newest first. Without `wanted` nothing is fetched. */
export const useJobOffers = (jobId: JobId, wanted: boolean) =>
  useQuery({
    queryKey: ofJob(jobId),
    queryFn: async () => (await call<{ offers: JobOffer[] }>('GET', `${path}/${jobId}`)).offers,
    enabled: wanted,
    // Events of the job refetch them; this is for a lost connection.
    refetchInterval: 60_000,
  });

/** The changes of a job's offers. Each rejects with an `ApiFailure` when refused. */
export function useJobOfferChanges(jobId: JobId) {
  const queries = useQueryClient();
  return useMemo(() => {
    const refetch = () => queries.invalidateQueries({ queryKey: ofJob(jobId) });
    return {
      create: async (form: OfferForm): Promise<void> => {
        await sendRequest({ path: `${path}/create`, body: form, failureNotice: 'notSaved' });
        await refetch();
      },
      withdraw: async (id: JobOfferId): Promise<void> => {
        try {
          await sendRequest({ method: 'DELETE', path: `${path}/${id}`, failureNotice: 'notSaved' });
        } finally {
          await refetch();
        }
      },
    };
  }, [jobId, queries]);
}

/** The offers that one's company was asked and has not declined, the newest first. */
export const useReceivedOffers = (wanted: boolean) =>
  useQuery({
    queryKey: received,
    queryFn: async () => (await call<{ offers: ReceivedOffer[] }>('GET', `${path}/received`)).offers,
    enabled: wanted,
    ...polling,
  });

/** Accepts an offer for one of its days, or declines it. */
export function useOfferAnswer() {
  const queries = useQueryClient();
  return useMemo(
    () =>
      async (answer: AnswerOffer): Promise<void> => {
        try {
          await sendRequest({ path: `${path}/answer`, body: answer, failureNotice: 'assignmentFailed' });
        } finally {
          await queries.invalidateQueries({ queryKey: jobOffersKey });
          refetchJobsSoon(queries);
        }
      },
    [queries],
  );
}
