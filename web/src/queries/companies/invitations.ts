/**
 * Invitations into a company: sent and sent again by its admins, read, deleted and accepted by the invited users. Calls
 * reject with an `ApiFailure` whose `message` is ready for `popup.oops`.
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
import { ApiFailure, call } from '@/api/client';

import { explainFailure, sendRequest } from '@/queries/mutations/request';

const openKey = ['openInvitations'] as const;

/** The open invitations of the company. For admins. */
export const useOpenInvitations = () =>
  useQuery({
    queryKey: openKey,
    queryFn: async () => {
      try {
        return (await call<{ invitations: OpenInvitation[] }>('GET', '/api/company/invitations')).invitations;
      } catch (failure) {
        throw explainFailure(failure, 'companyDetailsFailed');
      }
    },
  });

/** Sends an invitation, or sends the mail of an open one again. Returns whether there was one. */
export function useInvite(): (form: Pick<NewInvitation, 'email' | 'userType'>) => Promise<boolean> {
  const queries = useQueryClient();
  return useCallback(
    async ({ email, userType }) => {
      const { data } = await sendRequest<{ data: SentInvitation }>({
        path: '/api/company/invite',
        body: { email, userType },
        failureNotice: 'inviteFailed',
      });
      void queries.invalidateQueries({ queryKey: openKey });
      return data.isResendingInvitation;
    },
    [queries],
  );
}

/** An invitation, by the id in the mail. Works without a sign-in. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: () => call<Invitation>('GET', `/api/company/invite/${encodeURIComponent(id)}`),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const deleteInvitation = (id: string): Promise<void> =>
  sendRequest({
    method: 'DELETE',
    path: `/api/company/invitation/${encodeURIComponent(id)}`,
    failureNotice: 'invitationDeleteFailed',
  });

/** Whether an invitation can still be completed; unless the server says no, it can. */
export const isOpenInvitation = (id: string): Promise<boolean> =>
  call('GET', `/api/company/invite/${encodeURIComponent(id)}`).then(
    () => true,
    (error: unknown) => !(error instanceof ApiFailure && error.status === 404),
  );

/** Makes the signed-in account a member of the company that invited it. */
export const submitInvitation = (settings: NewUserSettings): Promise<{ user: User; company: Company }> =>
  call('POST', '/api/company/invitation/submit', settings);
