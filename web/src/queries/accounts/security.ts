/** What users may change about their own sign-in. A refusal rejects with an `ApiFailure` whose message may be shown. */

import type { Account, ActiveSession, ChangePassword, SecondFactorOff, SecondFactorSetup } from '@bindings';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { useDataChange, useReplay } from '@/queries/mutations/optimisticData';
import { accountQuery } from './account';

const local = '/api/auth/local';
const sessionsPath = '/api/auth/sessions';

const sessionsQuery = queryOptions({
  queryKey: ['signedInPlaces'],
  queryFn: async () => (await call<{ sessions: ActiveSession[] }>('GET', sessionsPath)).sessions,
});

/** The active sessions: this one first, then by their last use. */
export const useActiveSessions = () =>
  useQuery({ ...sessionsQuery, select: useReplay<ActiveSession[]>(sessionsQuery.queryKey) });

/** Writes a response with the new state of the account to the query cache. */
function useKeepSession() {
  const queries = useQueryClient();
  return (change: Partial<Account>) =>
    queries.setQueryData(accountQuery.queryKey, (account) =>
      account === undefined ? undefined : { ...account, ...change },
    );
}

/** Changes the password, given the old one. This session stays, all others end. */
export function useChangePassword() {
  const queries = useQueryClient();
  const keep = useKeepSession();
  return async (form: ChangePassword) => {
    const { account } = await call<{ account: Account }>('POST', `${local}/changePassword`, form);
    keep(account);
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
}

/** The second factor: set up, confirmed by a first code, its recovery codes, and turned off. */
export function useSecondFactor() {
  const queries = useQueryClient();
  const keep = useKeepSession();
  const path = `${local}/secondFactor`;
  const codes = async (way: string, body: object) => {
    const { recoveryCodes } = await call<{ recoveryCodes: string[] }>('POST', `${path}/${way}`, body);
    keep({ secondFactor: true, recoveryCodesLeft: recoveryCodes.length });
    await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    return recoveryCodes;
  };
  return {
    begin: async (password: string) =>
      (await call<{ secondFactor: SecondFactorSetup }>('POST', `${path}/begin`, { password })).secondFactor,
    /** Returns the recovery codes, which are shown only once. */
    confirm: (code: string) => codes('confirm', { code }),
    /** Replaces the recovery codes by ten new ones. */
    renewCodes: (password: string) => codes('recoveryCodes', { password }),
    turnOff: async (form: SecondFactorOff) =>
      keep((await call<{ account: Account }>('POST', `${path}/off`, form)).account),
  };
}

/** Ends other sessions, optimistically. */
export function useEndSessions() {
  const change = useDataChange<ActiveSession[]>(sessionsQuery.queryKey);
  return {
    end: (id: string) =>
      change({
        lane: id,
        shown: (all) => all.filter((place) => place.id !== id),
        request: () => call('DELETE', `${sessionsPath}/${encodeURIComponent(id)}`),
      }),
    endOthers: () =>
      change({
        shown: (all) => all.filter((place) => place.isThisOne),
        request: () => call<{ ended: number }>('POST', `${sessionsPath}/endOthers`),
      }),
  };
}
