/** Links for people without an account, as those who manage them see them. Cached under `['guestLinks', jobId]`. */
import type { CreateGuestLink, GuestLink, GuestLinkId, JobId } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { sendRequest } from './mutations/request';

export const guestLinksKey = ['guestLinks'] as const;

const ofJob = (jobId: JobId) => [...guestLinksKey, jobId] as const;

/** A link whose address is known: only right after it was made or renewed. */
export type SharedLink = GuestLink & { url: string };

/** The links of the company to a job, the ended ones too. Without `wanted` nothing is fetched. */
export const useGuestLinks = (jobId: JobId, wanted: boolean) =>
  useQuery({
    queryKey: ofJob(jobId),
    queryFn: async () => (await call<{ links: GuestLink[] }>('GET', `/api/guest_links/${jobId}`)).links,
    enabled: wanted,
  });

/** The changes of a job's links. Each rejects with an `ApiFailure` when refused. */
export function useGuestLinkChanges(jobId: JobId) {
  const queries = useQueryClient();
  return useMemo(() => {
    const refetch = () => queries.invalidateQueries({ queryKey: ofJob(jobId) });
    const change = async <T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
      const request = { method, path: `/api/guest_links/${path}`, failureNotice: 'notSaved' } as const;
      const answer = await sendRequest<T>(body === undefined ? request : { ...request, body });
      await refetch();
      return answer;
    };
    return {
      create: async (form: CreateGuestLink) =>
        (await change<{ link: SharedLink }>('POST', 'create', { ...form, jobId })).link,
      renew: async (id: GuestLinkId) => (await change<{ link: SharedLink }>('POST', 'renew', { id })).link,
      send: (id: GuestLinkId) => change<{ message: string }>('POST', 'send', { id }),
      revoke: (id: GuestLinkId) => change<{ id: GuestLinkId }>('DELETE', id),
    };
  }, [jobId, queries]);
}
