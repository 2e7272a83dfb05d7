/**
 * The activity log, the newest first, a page at a time: `useJobHistory` for a job, `useCompanyActivity` for the
 * admins of a company. The server writes the sentences in the reader's language, so the language is part of the query
 * key.
 */
import type { ActivityChoices, ActivityPage, JobId } from '@bindings';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { type DownloadOptions, fetchFile } from '@/api/download';
import { withFallbackMessage, withQuery } from '@/api/queryString';
import { language, m } from '@/i18n';
import { polling } from '@/queries/live/polling';
import { activityKeys } from './activityKeys';

/** The filter of a company's log; blank fields do not filter. */
export interface ActivityFilters {
  kind: string;
  actor: string;
  action: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  text: string;
}

/** The catalog has no message for a log that cannot be loaded; it must not look empty. */
const answered = <T>(path: string): Promise<T> =>
  withFallbackMessage(() => m.history_failed(), call<T>('GET', path));

const pages = {
  initialPageParam: '',
  getNextPageParam: ({ next }: ActivityPage) => next,
};

/** The activity of a job. Fetched only while `wanted`. */
export const useJobHistory = (id: JobId, wanted: boolean) =>
  useInfiniteQuery({
    queryKey: [...activityKeys.ofJob(id), language()],
    queryFn: ({ pageParam: before }) =>
      answered<ActivityPage>(withQuery(`/api/activity/job/${encodeURIComponent(id)}`, { before })),
    ...pages,
    enabled: wanted,
    ...polling,
  });

/** The activity of the company. While another filter is fetched the previous result stays. */
export const useCompanyActivity = (filters: ActivityFilters) =>
  useInfiniteQuery({
    queryKey: [...activityKeys.company, language(), filters],
    queryFn: ({ pageParam: before }) =>
      answered<ActivityPage>(withQuery('/api/activity', { ...filters, before })),
    ...pages,
    placeholderData: keepPreviousData,
  });

/** The kinds, actions and people to filter by. */
export const useActivityChoices = () =>
  useQuery({
    queryKey: [...activityKeys.choices, language()],
    queryFn: () => answered<ActivityChoices>('/api/activity/choices'),
    staleTime: 60_000,
  });

/** The filtered log as a CSV file, with headings in the reader's language. */
export const activityFile = (filters: ActivityFilters, options: DownloadOptions): Promise<File> =>
  withFallbackMessage(
    () => m.history_failed(),
    fetchFile(withQuery('/api/activity/export', { ...filters }), options),
  );
