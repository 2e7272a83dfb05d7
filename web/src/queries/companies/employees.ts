/** The employees of the signed-in company, for the screens that show or select them. */
import type { Employee } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

import { useSession } from '@/queries/accounts/session';

/** Everybody with an account in the company. */
export function useEmployees() {
  const { company } = useSession();
  return useQuery({
    queryKey: ['company', company.id, 'users'],
    queryFn: async () =>
      (await call<{ employees: Employee[] }>('GET', `/api/company/users/${company.id}`)).employees,
  });
}
