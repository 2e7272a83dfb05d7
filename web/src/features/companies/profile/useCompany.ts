import type { Company } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { useSession } from '@/queries/accounts/session';

/** The user's own company. The session's data is shown until the response arrives. */
export function useCompany(): Company {
  const { company } = useSession();
  const { data } = useQuery({
    queryKey: ['company', company.id],
    queryFn: async () => (await call<{ company: Company }>('GET', `/api/company/find/${company.id}`)).company,
    placeholderData: company,
  });
  return data ?? company;
}
