/** The signed-in user. Every screen under `/app` except onboarding may assume a user with a company. */
import type { Action, Company, Role, User } from '@bindings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import { useNavigate } from 'react-router';
import { call } from '@/api/client';
import { clearToken } from '@/api/token';
import { type Language, language, setLanguage, useLanguage } from '@/i18n';
import { profilePath } from '@/queries/jobs/listPrefetch';
import { whyNot as refusal } from '@/wasm/rules';
import { navigateAway } from './externalNavigation';
import { discardReturnTo } from './returnTo';

export interface Profile {
  user: User;
  /** Null until onboarding is complete. */
  company: Company | null;
}

/** Before onboarding the account has no language, so the one chosen in the browser stays. */
export function applyProfileLanguage({ user }: Profile): void {
  if (user.accountCreationComplete) setLanguage(user.language);
}

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => {
    const profile = await call<Profile>('GET', profilePath);
    applyProfileLanguage(profile);
    return profile;
  },
  staleTime: 60_000,
});

export const ProfileContext = createContext<Profile | null>(null);

/** Ends the session here, on the server, and at the identity provider where there is one. */
export function useSignOut() {
  const queries = useQueryClient();
  return useCallback(async () => {
    discardReturnTo();
    const provider = { address: null as string | null };
    try {
      await call('POST', '/api/auth/logout', undefined, undefined, (said) => {
        provider.address = said.get('x-end-session');
      });
    } catch {
      // Without the server the token is only deleted here, and expires there after 30 days.
    }
    clearToken();
    queries.clear();
    if (provider.address !== null) navigateAway(provider.address);
  }, [queries]);
}

/** The signed-in account, also before it has a company. */
export function useAccount() {
  const profile = use(ProfileContext);
  if (profile === null) throw new Error('nobody is signed in here: this screen is outside /app');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const endSession = useSignOut();

  const signOut = useCallback(async () => {
    await navigate('/', { replace: true });
    await endSession();
  }, [endSession, navigate]);

  /** Called after the account was changed: shows the response of the server everywhere at once. */
  const amend = useCallback(
    (change: Partial<Profile>) => {
      const next = { ...profile, ...change };
      applyProfileLanguage(next);
      queries.setQueryData(profileQuery.queryKey, next);
    },
    [queries, profile],
  );

  return { ...profile, signOut, amend };
}

export interface Session {
  user: User;
  company: Company;
  role: Role;
  language: Language;
  /** Is this role permitted to do that? */
  may: (action: Action) => boolean;
  /** The specified reason why not; null if it is permitted. */
  whyNot: (action: Action) => string | null;
  signOut: () => Promise<void>;
  amend: (change: Partial<Profile>) => void;
}

export function useSession(): Session {
  const { user, company, signOut, amend } = useAccount();
  useLanguage();
  if (company === null) throw new Error('this account has no company yet: onboarding comes first');
  const role: Role = { companyType: company.companyType, userType: user.userType };
  const whyNot = (action: Action) => refusal(role, action, language());
  return {
    user,
    company,
    role,
    language: language(),
    may: (action) => whyNot(action) === null,
    whyNot,
    signOut,
    amend,
  };
}
