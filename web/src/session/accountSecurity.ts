/** What somebody may change about their own sign-in. A refusal rejects with an `ApiFailure` ready to be shown. */

import type { Account, ChangePassword, SecondFactorOff, SecondFactorSetup, SignedInPlace } from '@bindings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { standingQuery } from './accountStanding';

const local = '/api/auth/local';
const places = '/api/auth/sessions';

/** Where somebody is signed in: here first, then where it was last. */
export const placesQuery = queryOptions({
  queryKey: ['signedInPlaces'],
  queryFn: async () => (await call<{ sessions: SignedInPlace[] }>('GET', places)).sessions,
});

/** Keeps an answer that says how the account stands now. */
function useKeepStanding() {
  const queries = useQueryClient();
  return (change: Partial<Account>) =>
    queries.setQueryData(standingQuery.queryKey, (account) =>
      account === undefined ? undefined : { ...account, ...change },
    );
}

/** A new password by the old one. This session stays, all others end. */
export function useChangePassword() {
  const queries = useQueryClient();
  const keep = useKeepStanding();
  return async (form: ChangePassword) => {
    const { account } = await call<{ account: Account }>('POST', `${local}/changePassword`, form);
    keep(account);
    await queries.invalidateQueries({ queryKey: placesQuery.queryKey });
  };
}

/** The second step of a sign-in: begun, confirmed by a first code, its recovery codes, and given up. */
export function useSecondFactor() {
  const queries = useQueryClient();
  const keep = useKeepStanding();
  const path = `${local}/secondFactor`;
  const codes = async (way: string, body: object) => {
    const { recoveryCodes } = await call<{ recoveryCodes: string[] }>('POST', `${path}/${way}`, body);
    keep({ secondFactor: true, recoveryCodesLeft: recoveryCodes.length });
    await queries.invalidateQueries({ queryKey: standingQuery.queryKey });
    return recoveryCodes;
  };
  return {
    begin: async (password: string) =>
      (await call<{ secondFactor: SecondFactorSetup }>('POST', `${path}/begin`, { password })).secondFactor,
    /** Answers the recovery codes, which are told only now. */
    confirm: (code: string) => codes('confirm', { code }),
    /** Ten new ones in place of those there were. */
    renewCodes: (password: string) => codes('recoveryCodes', { password }),
    turnOff: async (form: SecondFactorOff) =>
      keep((await call<{ account: Account }>('POST', `${path}/off`, form)).account),
  };
}

/** Ends sessions elsewhere. What is ended leaves the list at once, and is back when it was not. */
export function useEndPlaces() {
  const queries = useQueryClient();
  const { queryKey } = placesQuery;
  const changing = <T>(
    work: (what: T) => Promise<unknown>,
    stays: (place: SignedInPlace, what: T) => boolean,
  ) => ({
    mutationFn: work,
    onMutate: async (what: T) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (all) => all?.filter((place) => stays(place, what)));
      return { before };
    },
    onError: (_: Error, __: T, kept: { before: SignedInPlace[] | undefined } | undefined) =>
      queries.setQueryData(queryKey, kept?.before),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const end = useMutation(
    changing(
      (id: string) => call('DELETE', `${places}/${encodeURIComponent(id)}`),
      (place, id) => place.id !== id,
    ),
  );
  const endOthers = useMutation(
    changing(
      () => call<{ ended: number }>('POST', `${places}/endOthers`),
      ({ isThisOne }) => isThisOne,
    ),
  );
  return { end: (id: string) => end.mutateAsync(id), endOthers: () => endOthers.mutateAsync(undefined) };
}
