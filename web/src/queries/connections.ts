/**
 * The companies that work together with the signed-in one, including open requests in both directions.
 *
 * Reading: `useConnections()`. Changing: `useConnectionChanges()`; changes are optimistic, and a failed one rejects
 * with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Company, CompanyId, Connection, ConnectionRequest } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useSession } from './accounts/session';
import { companyKey } from './companies/companies';
import { jobKeys } from './jobs/jobsCache';
import { polling } from './live/polling';
import { patched, without } from './mutations/lists';
import { changeData, useDataChange, useReplay } from './mutations/optimisticData';
import { explainFailure } from './mutations/request';

export const connectionsKey = ['connections'] as const;

/** Every connection of the company, accepted or not. While `watching`, changes of the others show without a reload. */
export function useConnections(watching = false) {
  const { company } = useSession();
  return useQuery({
    queryKey: connectionsKey,
    queryFn: async () => {
      try {
        const path = `/api/connections/connections/${company.id}`;
        return (await call<{ fullConnectionsDetails: Connection[] }>('GET', path)).fullConnectionsDetails;
      } catch (failure) {
        throw explainFailure(failure, 'connectionsFetchFailed');
      }
    },
    select: useReplay<Connection[]>(connectionsKey),
    ...(watching ? polling : {}),
  });
}

/** Company pages show connections, too. */
const affected = [{ queryKey: ['company'] }];

/** The changes that an admin can make to connections. */
export function useConnectionChanges() {
  const queries = useQueryClient();
  const change = useDataChange<Connection[]>(connectionsKey);
  return useMemo(
    () => ({
      accept: async ({ id }: Connection): Promise<void> => {
        await change({
          lane: id,
          shown: (all) => patched(all, id, { accepted: true }),
          request: {
            path: '/api/connections/accept',
            body: { id },
            failureNotice: 'connectionAcceptFailed',
          },
          affected,
        });
      },

      /** Declines or withdraws a request, or ends a connection, which unassigns the active jobs. */
      remove: async ({ id, accepted }: Connection): Promise<void> => {
        await change({
          lane: id,
          shown: (all) => without(all, id),
          request: {
            path: '/api/connections/decline',
            body: { id },
            failureNotice: 'connectionDeclineFailed',
          },
          affected: accepted ? [...affected, { queryKey: jobKeys.root }] : affected,
        });
      },

      /** Sends a connection request. The company's page shows it at once. */
      connect: async (id: CompanyId, { message }: ConnectionRequest): Promise<void> => {
        await changeData<Company>(queries, companyKey(id), {
          shown: (company) => ({ ...company, connectionExists: true }),
          request: {
            path: '/api/connections/connect',
            body: { recipientId: id, message },
            failureNotice: 'connectFailed',
          },
          affected: [{ queryKey: connectionsKey }],
        });
      },
    }),
    [queries, change],
  );
}
