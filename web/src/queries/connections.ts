/**
 * The companies that work together with the signed-in one, including open requests in both directions.
 *
 * Reading: `useConnections()`. Changing: `useConnectionChanges()`; changes are optimistic, and a failed one rejects
 * with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Company, CompanyId, Connection, ConnectionRequest } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { useSession } from './accounts/session';
import { companyKey } from './companies/companies';
import { jobKeys } from './jobs/jobsCache';
import { polling } from './live/polling';
import { explainFailure, sendRequest } from './mutations/request';

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
    ...(watching ? polling : {}),
  });
}

type Step = (all: Connection[]) => Connection[];

/** Cancels running requests for the list: they were sent before the change and would undo it. */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({ queryKey: connectionsKey });
  queries.setQueryData<Connection[]>(connectionsKey, (all) => all && step(all));
}

/** Runs an optimistic change that reverts only its own part on failure. Company pages show connections, too. */
async function atOnce(
  queries: QueryClient,
  forth: Step,
  back: Step,
  sent: Parameters<typeof sendRequest>[0],
): Promise<void> {
  await show(queries, forth);
  try {
    await sendRequest(sent);
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    void queries.invalidateQueries({ queryKey: connectionsKey });
    void queries.invalidateQueries({ queryKey: ['company'] });
  }
}

/** Puts a connection back where it was, unless a refetch has brought it back already. */
const putBack =
  (one: Connection, at: number): Step =>
  (all) =>
    all.some(({ id }) => id === one.id) ? all : all.toSpliced(at, 0, one);

const withOne =
  (one: Connection): Step =>
  (all) =>
    all.map((each) => (each.id === one.id ? one : each));

/** What an admin can do about connections. */
export function useConnectionChanges() {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      accept: async (connection: Connection): Promise<void> => {
        await atOnce(queries, withOne({ ...connection, accepted: true }), withOne(connection), {
          path: '/api/connections/accept',
          body: { id: connection.id },
          failureNotice: 'connectionAcceptFailed',
        });
      },

      /** Declines a request, withdraws one's own, or ends a connection, which unassigns the active jobs. */
      remove: async (connection: Connection): Promise<void> => {
        const known = queries.getQueryData<Connection[]>(connectionsKey) ?? [];
        const at = known.findIndex(({ id }) => id === connection.id);
        await atOnce(
          queries,
          (all) => all.filter(({ id }) => id !== connection.id),
          putBack(connection, Math.max(0, at)),
          {
            path: '/api/connections/decline',
            body: { id: connection.id },
            failureNotice: 'connectionDeclineFailed',
          },
        );
        if (connection.accepted) void queries.invalidateQueries({ queryKey: jobKeys.root });
      },

      /** Sends a connection request. The company's page shows it at once. */
      connect: async (id: CompanyId, { message }: ConnectionRequest): Promise<void> => {
        const set = (connectionExists: boolean) =>
          queries.setQueryData<Company>(companyKey(id), (known) => known && { ...known, connectionExists });
        await queries.cancelQueries({ queryKey: companyKey(id) });
        set(true);
        try {
          await sendRequest({
            path: '/api/connections/connect',
            body: { recipientId: id, message },
            failureNotice: 'connectFailed',
          });
        } catch (failure) {
          set(false);
          throw failure;
        } finally {
          void queries.invalidateQueries({ queryKey: connectionsKey });
          void queries.invalidateQueries({ queryKey: companyKey(id) });
        }
      },
    }),
    [queries],
  );
}
