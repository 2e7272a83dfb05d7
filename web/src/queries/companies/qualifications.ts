/**
 * The qualifications of the company. Changes are optimistic; a failed one is reverted and rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Qualification } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { withOne, without } from '@/queries/mutations/lists';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { explainFailure } from '@/queries/mutations/request';
import { companyKey } from './companies';

const qualificationsKey = ['companyQualifications'] as const;

export function useQualifications() {
  const { company } = useSession();
  return useQuery({
    queryKey: qualificationsKey,
    queryFn: async () => {
      try {
        const path = `/api/qualifications/find/${company.id}`;
        return (await call<{ qualifications: Qualification[] }>('GET', path)).qualifications;
      } catch (failure) {
        throw explainFailure(failure, 'companyDetailsFailed');
      }
    },
    select: useReplay<Qualification[]>(qualificationsKey),
  });
}

export function useQualificationChanges() {
  const { company } = useSession();
  const change = useDataChange<Qualification[]>(qualificationsKey);
  return useMemo(() => {
    const affected = [{ queryKey: companyKey(company.id), exact: true }];
    return {
      add: async (qualification: string): Promise<void> => {
        await change<{ newQualification: Qualification }>({
          request: {
            path: '/api/qualifications/new',
            body: { qualification },
            failureNotice: 'qualificationCreateFailed',
          },
          stored:
            ({ newQualification }) =>
            (all) =>
              withOne(all, newQualification),
          affected,
        });
      },

      remove: async ({ id }: Qualification): Promise<void> => {
        await change({
          lane: id,
          shown: (all) => without(all, id),
          request: {
            method: 'DELETE',
            path: `/api/qualifications/delete/${encodeURIComponent(id)}`,
            failureNotice: 'qualificationDeleteFailed',
          },
          affected,
        });
      },
    };
  }, [change, company.id]);
}
