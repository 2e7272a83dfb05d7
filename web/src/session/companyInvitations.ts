/**
 * Invitations into a company: sent and sent again by its admins, read, deleted and accepted by those who were invited.
 * Calls reject with an `ApiFailure` whose `message` is ready for `popup.oops`.
 */
import type {
  Company,
  Invitation,
  NewInvitation,
  NewUserSettings,
  OpenInvitation,
  SentInvitation,
  User,
} from '@bindings';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';

import { inWords, send } from './jobChange';

const openKey = ['openInvitations'] as const;

/** Who is invited and has not come yet. For admins. */
export const useOpenInvitations = () =>
  useQuery({
    queryKey: openKey,
    queryFn: async () => {
      try {
        return (await call<{ invitations: OpenInvitation[] }>('GET', '/api/company/invitations')).invitations;
      } catch (failure) {
        throw inWords(failure, 'companyDetailsFailed');
      }
    },
  });

/** Invites somebody; who is invited already gets the mail again. Answers whether that was so. */
export function useInvite(): (form: Pick<NewInvitation, 'email' | 'userType'>) => Promise<boolean> {
  const queries = useQueryClient();
  return useCallback(
    async ({ email, userType }) => {
      const { data } = await send<{ data: SentInvitation }>({
        path: '/api/company/invite',
        body: { email, userType },
        broken: 'inviteFailed',
      });
      void queries.invalidateQueries({ queryKey: openKey });
      return data.isResendingInvitation;
    },
    [queries],
  );
}

/** One's own invitation, by the address of the mail. Nobody is signed in. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: () => call<Invitation>('GET', `/api/company/invite/${encodeURIComponent(id)}`),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const deleteInvitation = (id: string): Promise<void> =>
  send({
    method: 'DELETE',
    path: `/api/company/invitation/${encodeURIComponent(id)}`,
    broken: 'invitationDeleteFailed',
  });

/** Makes the signed-in account a member of the company that invited it. */
export const submitInvitation = (settings: NewUserSettings): Promise<{ user: User; company: Company }> =>
  call('POST', '/api/company/invitation/submit', settings);
