/**
 * Templates of jobs, for those who create jobs. Cached under `['jobTemplates']`. Renaming and deleting are optimistic; a
 * failed change rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { JobTemplate, NewJobTemplate } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { patched, withOne, without } from '@/queries/mutations/lists';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';

const templatesKey = ['jobTemplates'] as const;

/** The company's templates, the oldest first; nothing is asked for who creates no jobs. */
export function useJobTemplates() {
  const { may } = useSession();
  return useQuery({
    enabled: may('jobs.create'),
    queryKey: templatesKey,
    queryFn: async () =>
      (await call<{ templates: JobTemplate[] }>('GET', '/api/job_templates/all')).templates,
    select: useReplay<JobTemplate[]>(templatesKey),
  });
}

export function useJobTemplateChanges() {
  const change = useDataChange<JobTemplate[]>(templatesKey);
  return useMemo(() => {
    const stored =
      ({ template }: { template: JobTemplate }) =>
      (all: JobTemplate[]) =>
        withOne(all, template);
    return {
      /** Makes a template of a job. */
      create: (body: NewJobTemplate): Promise<{ template: JobTemplate }> =>
        change<{ template: JobTemplate }>({
          request: { path: '/api/job_templates/create', body, failureNotice: 'notSaved' },
          stored,
        }),

      rename: (id: string, name: string): Promise<{ template: JobTemplate }> =>
        change<{ template: JobTemplate }>({
          lane: id,
          shown: (all) => patched(all, id, { name: name.trim() }),
          request: {
            method: 'PUT',
            path: `/api/job_templates/${id}`,
            body: { name },
            failureNotice: 'notSaved',
          },
          stored,
        }),

      remove: (id: string): Promise<unknown> =>
        change({
          lane: id,
          shown: (all) => without(all, id),
          request: { method: 'DELETE', path: `/api/job_templates/${id}`, failureNotice: 'notSaved' },
        }),
    };
  }, [change]);
}
