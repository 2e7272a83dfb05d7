/**
 * What one's own company says it can do. A change shows at once and comes back when it fails; it rejects with an
 * `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Qualification } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';

import { companyKey } from './companies';
import { inWords, send } from './jobChange';
import { useSession } from './session';

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
        throw inWords(failure, 'companyDetailsFailed');
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
        const { newQualification } = await send<{ newQualification: Qualification }>({
          path: '/api/qualifications/new',
          body: { qualification },
          broken: 'qualificationCreateFailed',
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
          await send({
            method: 'DELETE',
            path: `/api/qualifications/delete/${encodeURIComponent(one.id)}`,
            broken: 'qualificationDeleteFailed',
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
