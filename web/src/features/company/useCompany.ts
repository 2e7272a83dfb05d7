import type { Company } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import { useSession } from '@/session/session';

/** One's own company. What the session knows of it shows until the answer is there. */
export function useCompany(): Company {
  const { company } = useSession();
  const { data } = useQuery({
    queryKey: ['company', company.id],
    queryFn: async () => (await call<{ company: Company }>('GET', `/api/company/find/${company.id}`)).company,
    placeholderData: company,
  });
  return data ?? company;
}
