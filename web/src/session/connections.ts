/** The companies that work together with the signed-in one, asked and asking ones included. */
import type { Connection } from '@bindings';
import { useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';

import { inWords } from './jobChange';
import { useSession } from './session';

export const connectionsKey = ['connections'] as const;

/** Every connection of one's own company, accepted or not. */
export function useConnections() {
  const { company } = useSession();
  return useQuery({
    queryKey: connectionsKey,
    queryFn: async () => {
      try {
        const path = `/api/connections/connections/${company.id}`;
        return (await call<{ fullConnectionsDetails: Connection[] }>('GET', path)).fullConnectionsDetails;
      } catch (failure) {
        throw inWords(failure, 'connectionsFetchFailed');
      }
    },
  });
}
