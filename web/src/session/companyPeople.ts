/** Who works for one's own company, as its admins change it. */
import type { Employee } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';

import { companyKey } from './companies';
import { jobKeys } from './jobsCache';
import { useSession } from './session';

/**
 * Takes somebody's account away; their jobs lose the assignee. Rejects with an `ApiFailure` that says in the server's
 * own words why not.
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
