/** Removing an employee, for the admins of the company. */
import type { Employee } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { jobKeys } from '@/queries/jobs/jobsCache';
import { companyKey } from './companies';

/**
 * Removes an employee from the company; their jobs become unassigned. Rejects with an `ApiFailure` that explains a
 * refusal.
 */
export function useRemoveEmployee(): (person: Employee) => Promise<void> {
  const queries = useQueryClient();
  const { company } = useSession();
  return useCallback(
    async ({ id }) => {
      await call('POST', '/api/company/removeUser', { userId: id });
      queries.setQueryData<Employee[]>([...companyKey(company.id), 'users'], (people) =>
        people?.filter((person) => person.id !== id),
      );
      void queries.invalidateQueries({ queryKey: companyKey(company.id) });
      void queries.invalidateQueries({ queryKey: jobKeys.root });
    },
    [queries, company.id],
  );
}
