/**
 * The notification preferences of the signed-in user. A change is optimistic; a refusal rejects with an `ApiFailure`
 * whose `message` is ready for `popup.oops`.
 */
import type { NotificationChoice } from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { runOptimistic, usePendingChanges, writeWithoutRefetch } from '@/queries/mutations/optimistic';

type Chosen = Pick<NotificationChoice, 'kind' | 'choice'>;

const root = ['notificationChoices'] as const;
const changes = ['notificationChoices', 'change'] as const;
const path = '/api/notifications/choices';

/** The catalog has no messages for these failures. */
const withMessage = (failure: unknown, words: string): unknown =>
  failure instanceof ApiFailure && !failure.explained
    ? new ApiFailure(failure.status, failure.code, words, failure.fields)
    : failure;

/** The groups in display order, undefined until there is a response, and the function that changes one. */
export function useNotificationPreferences() {
  const queries = useQueryClient();
  const { user } = useSession();
  const key = useMemo(() => [...root, user.language] as const, [user.language]);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => {
      try {
        return (await call<{ choices: NotificationChoice[] }>('GET', path)).choices;
      } catch (failure) {
        throw withMessage(failure, m.choices_fetchFailed());
      }
    },
  });
  const pending = usePendingChanges<Chosen>(changes);
  const choices = useMemo(
    () => data?.map((each) => ({ ...each, ...pending.findLast(({ kind }) => kind === each.kind) })),
    [data, pending],
  );

  const choose = async (chosen: Chosen): Promise<void> => {
    await runOptimistic<Chosen, { choice: NotificationChoice }>(queries, {
      mutationKey: changes,
      change: chosen,
      lane: `choice-${chosen.kind}`,
      send: async () => {
        try {
          return await call('PUT', path, chosen);
        } catch (failure) {
          throw withMessage(failure, m.choices_failed());
        }
      },
      store: ({ choice }) =>
        writeWithoutRefetch<NotificationChoice[]>(queries, key, (all) =>
          all.map((each) => (each.kind === choice.kind ? choice : each)),
        ),
    });
  };
  return { choices, error, refetch, choose };
}
