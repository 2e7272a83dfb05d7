import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { ApiFailure } from '@/api/failure';
import { onSessionEnd, readToken } from '@/api/token';
import { accountQuery } from '@/queries/accounts/account';
import { enableReturnTo, storeReturnTo } from '@/queries/accounts/returnTo';
import { ProfileContext, profileQuery } from '@/queries/accounts/session';
import { useLive } from '@/queries/live/useLive';
import { setCompanyZone } from '@/ui/dates/companyDay';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';
import { loadAppResources } from '@/ui/loading/appResources';
import { useRules } from '@/wasm/useRules';

import { NoServerScreen } from './NoServerScreen';
import { useBackground } from './useBackground';

const onboarding = '/app/configure';

/** Only for users who have to verify their address first. */
const VerificationWall = lazy(async () => {
  const [{ VerificationWall: verification }] = await Promise.all([
    import('@/features/accounts/verification/VerificationWall'),
    loadAppResources(),
  ]);
  return { default: verification };
});

/** A server that is away is no reason to lead anybody out of the app. */
const isPassing = (error: Error | null): boolean => error instanceof ApiFailure && error.passing;

/** Whether the address has to be verified first. If the account cannot be fetched, the user is not locked out. */
function useVerification(signedIn: boolean) {
  const { data, isPending } = useQuery({ ...accountQuery, enabled: signedIn });
  return { unknown: isPending, required: data?.verificationRequired === true };
}

/** Redirects to the start page without a session, and to onboarding without a company. */
export function RequireSession() {
  const signedIn = readToken() !== null;
  const { data: profile, error, errorUpdatedAt } = useQuery({ ...profileQuery, enabled: signedIn });
  const verification = useVerification(signedIn);
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(enableReturnTo, []);
  useEffect(
    () =>
      onSessionEnd(() => {
        queries.clear();
        storeReturnTo(address);
        void navigate('/', { replace: true });
      }),
    [navigate, queries, address],
  );
  useEffect(() => {
    if (!signedIn) storeReturnTo(address);
  }, [signedIn, address]);

  // Before anything is rendered that shows a day.
  setCompanyZone(profile?.company?.timeZone ?? null);

  const open =
    profile?.user.accountCreationComplete === true && !verification.unknown && !verification.required;
  // Live events need the rules, and must not slow down the first list.
  const rules = useRules();
  const companyId = open && rules ? (profile.company?.id ?? null) : null;
  useLive(companyId);
  useBackground(companyId === null ? null : (profile?.user.id ?? null));

  if (!signedIn) return <Navigate to="/" replace />;
  // A further try has no error yet: the screen stays until it has ended.
  const isAway = isPassing(error) || (error === null && errorUpdatedAt > 0);
  if (profile === undefined && isAway) return <NoServerScreen />;
  if (profile === undefined) return error === null ? <LoadingScreen /> : <Navigate to="/" replace />;
  if (verification.unknown) return <LoadingScreen />;
  if (verification.required)
    return (
      <ProfileContext value={profile}>
        <Suspense fallback={<LoadingScreen />}>
          <VerificationWall />
        </Suspense>
      </ProfileContext>
    );
  const ready = profile.user.accountCreationComplete && profile.company !== null;
  if (!ready && pathname !== onboarding) return <Navigate to={onboarding} replace />;
  return (
    <ProfileContext value={profile}>
      <Outlet />
    </ProfileContext>
  );
}
