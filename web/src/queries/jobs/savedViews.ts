/**
 * Named views of the list of jobs: the user's own, and those that others share with the company. Cached under
 * `['savedViews']`. Changes are optimistic; one that fails rejects with an `ApiFailure` whose `message` is ready for
 * `popup.oops`.
 */
import type { SavedView, SavedViewForm } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { patched, withOne, without } from '@/queries/mutations/lists';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { optimisticId } from '@/queries/mutations/optimisticIds';

const viewsKey = ['savedViews'] as const;

/** The views, the oldest first. */
export const useSavedViews = () =>
  useQuery({
    queryKey: viewsKey,
    queryFn: async () => (await call<{ views: SavedView[] }>('GET', '/api/saved_views/all')).views,
    select: useReplay<SavedView[]>(viewsKey),
  });

export function useSavedViewChanges() {
  const change = useDataChange<SavedView[]>(viewsKey);
  return useMemo(() => {
    const stored =
      ({ view }: { view: SavedView }) =>
      (all: SavedView[]) =>
        withOne(all, view);
    return {
      create: (form: SavedViewForm): Promise<{ view: SavedView }> => {
        const shown = { search: '', isShared: false, ...form, id: optimisticId(), isOwn: true };
        return change<{ view: SavedView }>({
          shown: (all) => [...all, shown],
          request: { path: '/api/saved_views/create', body: form, failureNotice: 'notSaved' },
          stored,
        });
      },

      /** Replaces the name, the filter and the sharing of a view. */
      set: ({ id, name, search, isShared }: SavedView): Promise<{ view: SavedView }> => {
        const form = { name, search, isShared };
        return change<{ view: SavedView }>({
          lane: id,
          shown: (all) => patched(all, id, form),
          request: { method: 'PUT', path: `/api/saved_views/${id}`, body: form, failureNotice: 'notSaved' },
          stored,
        });
      },

      remove: ({ id }: SavedView): Promise<unknown> =>
        change({
          lane: id,
          shown: (all) => without(all, id),
          request: { method: 'DELETE', path: `/api/saved_views/${id}`, failureNotice: 'notSaved' },
        }),
    };
  }, [change]);
}
