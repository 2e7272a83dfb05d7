/**
 * What has happened, the newest first, a page at a time: `useJobHistory` for who sees the job, `useCompanyActivity` for
 * the admins of a company. The server writes the sentences in the reader's language, so they are kept under it.
 */
import type { ActivityChoices, ActivityPage, JobId } from '@bindings';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { asking, saying } from '@/api/asking';
import { call, type DownloadOptions, fetchFile } from '@/api/client';
import { language, m } from '@/i18n';

import { activityKeys } from './activityKeys';
import { watched } from './watched';

/** What the log of a company is narrowed to; blank is not narrowed. */
export interface ActivityFilters {
  kind: string;
  actor: string;
  action: string;
  /** Days, the first and the last, `YYYY-MM-DD`. */
  from: string;
  to: string;
  text: string;
}

/** The catalogue has no sentence for a past that does not come; it must not look like none. */
const answered = <T>(path: string): Promise<T> => saying(() => m.history_failed(), call<T>('GET', path));

const pages = {
  initialPageParam: '',
  getNextPageParam: ({ next }: ActivityPage) => next,
};

/** What happened to a job. Asked for only while it is `wanted`. */
export const useJobHistory = (id: JobId, wanted: boolean) =>
  useInfiniteQuery({
    queryKey: [...activityKeys.ofJob(id), language()],
    queryFn: ({ pageParam: before }) =>
      answered<ActivityPage>(asking(`/api/activity/job/${encodeURIComponent(id)}`, { before })),
    ...pages,
    enabled: wanted,
    ...watched,
  });

/** What happened in the company. While another narrowing is fetched the last one stays. */
export const useCompanyActivity = (filters: ActivityFilters) =>
  useInfiniteQuery({
    queryKey: [...activityKeys.company, language(), filters],
    queryFn: ({ pageParam: before }) =>
      answered<ActivityPage>(asking('/api/activity', { ...filters, before })),
    ...pages,
    placeholderData: keepPreviousData,
  });

/** Kinds, actions and people that the log can be narrowed to. */
export const useActivityChoices = () =>
  useQuery({
    queryKey: [...activityKeys.choices, language()],
    queryFn: () => answered<ActivityChoices>('/api/activity/choices'),
    staleTime: 60_000,
  });

/** All that is left after narrowing as a CSV file, with headings in the reader's language. */
export const activityFile = (filters: ActivityFilters, options: DownloadOptions): Promise<File> =>
  saying(() => m.history_failed(), fetchFile(asking('/api/activity/export', { ...filters }), options));
