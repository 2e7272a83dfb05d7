import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { onSessionEnd, readToken } from '@/api/token';
import { accountQuery } from '@/queries/accounts/account';
import { enableReturnTo, storeReturnTo } from '@/queries/accounts/returnTo';
import { ProfileContext, profileQuery } from '@/queries/accounts/session';
import { useLive } from '@/queries/live/useLive';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';
import { loadAppResources } from '@/ui/loading/appResources';
import { useRules } from '@/wasm/useRules';

import { useBackground } from './useBackground';

const onboarding = '/app/configure';

/** Only for users who have to verify their address first. */
const VerificationWall = lazy(async () => {
  const [{ VerificationWall: wall }] = await Promise.all([
    import('@/features/accounts/verification/VerificationWall'),
    loadAppResources(),
  ]);
  return { default: wall };
});

/** The account is fetched together with the profile; if that fails, nobody is kept out. */
function useWall(signedIn: boolean) {
  const { data, isPending } = useQuery({ ...accountQuery, enabled: signedIn });
  return { unknown: isPending, stands: data?.verificationRequired === true };
}

/** Redirects to the start page without a session, and to onboarding without a company. */
export function RequireSession() {
  const signedIn = readToken() !== null;
  const { data: profile, isError } = useQuery({ ...profileQuery, enabled: signedIn });
  const wall = useWall(signedIn);
  const { pathname, search } = useLocation();
  const place = `${pathname}${search}`;
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(enableReturnTo, []);
  useEffect(
    () =>
      onSessionEnd(() => {
        queries.clear();
        storeReturnTo(place);
        void navigate('/', { replace: true });
      }),
    [navigate, queries, place],
  );
  useEffect(() => {
    if (!signedIn) storeReturnTo(place);
  }, [signedIn, place]);

  const open = profile?.user.accountCreationComplete === true && !wall.unknown && !wall.stands;
  // Live events need the rules, and must not slow down the first list.
  const rules = useRules();
  const own = open && rules ? (profile.company?.id ?? null) : null;
  useLive(own);
  useBackground(own === null ? null : (profile?.user.id ?? null));

  if (!signedIn) return <Navigate to="/" replace />;
  if (profile === undefined) return isError ? <Navigate to="/" replace /> : <LoadingScreen />;
  if (wall.unknown) return <LoadingScreen />;
  if (wall.stands)
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
