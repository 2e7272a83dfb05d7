/**
 * The companies that work together with the signed-in one, asked and asking ones included.
 *
 * Reading: `useConnections()`. Changing: `useConnectionChanges()`; a change shows at once and comes back when it fails.
 * It rejects with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type { Company, CompanyId, Connection, ConnectionRequest } from '@bindings';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';

import { companyKey } from './companies';
import { inWords, send } from './jobChange';
import { jobKeys } from './jobsCache';
import { useSession } from './session';
import { watched } from './watched';

export const connectionsKey = ['connections'] as const;

/** Every connection of one's own company, accepted or not. While `watching`, what the others do shows by itself. */
export function useConnections(watching = false) {
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
    ...(watching ? watched : {}),
  });
}

type Step = (all: Connection[]) => Connection[];

/** A list that is on its way was asked for before the change and would take it back. */
async function show(queries: QueryClient, step: Step): Promise<void> {
  await queries.cancelQueries({ queryKey: connectionsKey });
  queries.setQueryData<Connection[]>(connectionsKey, (all) => all && step(all));
}

/** Shows a change at once, and takes back its own part alone when it fails. Pages of companies tell of it, too. */
async function atOnce(
  queries: QueryClient,
  forth: Step,
  back: Step,
  sent: Parameters<typeof send>[0],
): Promise<void> {
  await show(queries, forth);
  try {
    await send(sent);
  } catch (failure) {
    await show(queries, back);
    throw failure;
  } finally {
    void queries.invalidateQueries({ queryKey: connectionsKey });
    void queries.invalidateQueries({ queryKey: ['company'] });
  }
}

/** Puts a connection back where it stood, unless a fetch has brought it back already. */
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
          broken: 'connectionAcceptFailed',
        });
      },

      /** Declines a request, withdraws one's own, or ends a connection; that takes the active jobs back. */
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
            broken: 'connectionDeclineFailed',
          },
        );
        if (connection.accepted) void queries.invalidateQueries({ queryKey: jobKeys.root });
      },

      /** Asks another company to work together. Its page says so at once. */
      connect: async (id: CompanyId, { message }: ConnectionRequest): Promise<void> => {
        const set = (connectionExists: boolean) =>
          queries.setQueryData<Company>(companyKey(id), (known) => known && { ...known, connectionExists });
        await queries.cancelQueries({ queryKey: companyKey(id) });
        set(true);
        try {
          await send({
            path: '/api/connections/connect',
            body: { recipientId: id, message },
            broken: 'connectFailed',
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
