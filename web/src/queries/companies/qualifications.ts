/**
 * The qualifications of the company. Changes are optimistic; a failed one is reverted and rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Qualification } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { explainFailure, sendRequest } from '@/queries/mutations/request';
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
  });
}

type Step = (all: Qualification[]) => Qualification[];

async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({ queryKey: qualificationsKey });
  queries.setQueryData<Qualification[]>(qualificationsKey, (all) => all && step(all));
}

const without =
  (gone: string): Step =>
  (all) =>
    all.filter(({ id }) => id !== gone);

export function useQualificationChanges() {
  const queries = useQueryClient();
  const { company } = useSession();
  return useMemo(() => {
    const settle = () => {
      void queries.invalidateQueries({ queryKey: qualificationsKey });
      void queries.invalidateQueries({ queryKey: companyKey(company.id), exact: true });
    };
    return {
      add: async (qualification: string): Promise<void> => {
        const { newQualification } = await sendRequest<{ newQualification: Qualification }>({
          path: '/api/qualifications/new',
          body: { qualification },
          failureNotice: 'qualificationCreateFailed',
        });
        await show(queries, (all) => [...without(newQualification.id)(all), newQualification]);
        settle();
      },

      remove: async (one: Qualification): Promise<void> => {
        const known = queries.getQueryData<Qualification[]>(qualificationsKey) ?? [];
        const at = Math.max(
          0,
          known.findIndex(({ id }) => id === one.id),
        );
        await show(queries, without(one.id));
        try {
          await sendRequest({
            method: 'DELETE',
            path: `/api/qualifications/delete/${encodeURIComponent(one.id)}`,
            failureNotice: 'qualificationDeleteFailed',
          });
        } catch (failure) {
          await show(queries, (all) =>
            all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one),
          );
          throw failure;
        } finally {
          settle();
        }
      },
    };
  }, [queries, company.id]);
}
