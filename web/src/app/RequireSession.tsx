import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { onSessionOver, readToken } from '@/api/token';
import { standingQuery } from '@/session/accountStanding';
import { useLive } from '@/session/live';
import { followPlace, keepPlace } from '@/session/returnPlace';
import { ProfileContext, profileQuery } from '@/session/session';
import { everything } from '@/ui/everything';
import { LoadingScreen } from '@/ui/LoadingScreen';
import { useRules } from '@/wasm/useRules';

import { useBackground } from './useBackground';

const onboarding = '/app/configure';

/** Only for who has to show first that their address is theirs. */
const VerificationWall = lazy(async () => {
  const [{ VerificationWall: wall }] = await Promise.all([
    import('@/features/verification/VerificationWall'),
    everything(),
  ]);
  return { default: wall };
});

/** How the account stands is asked together with who it is; a server that does not say holds nobody up. */
function useWall(signedIn: boolean) {
  const { data, isPending } = useQuery({ ...standingQuery, enabled: signedIn });
  return { unknown: isPending, stands: data?.verificationRequired === true };
}

/** Lets nobody into `/app` who is not signed in, and sends new accounts to onboarding first. */
export function RequireSession() {
  const signedIn = readToken() !== null;
  const { data: profile, isError } = useQuery({ ...profileQuery, enabled: signedIn });
  const wall = useWall(signedIn);
  const { pathname, search } = useLocation();
  const place = `${pathname}${search}`;
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(followPlace, []);
  useEffect(
    () =>
      onSessionOver(() => {
        queries.clear();
        keepPlace(place);
        void navigate('/', { replace: true });
      }),
    [navigate, queries, place],
  );
  useEffect(() => {
    if (!signedIn) keepPlace(place);
  }, [signedIn, place]);

  const open = profile?.user.accountCreationComplete === true && !wall.unknown && !wall.stands;
  // What others do is told in the words of the rules, and takes no part of a slow line from a first list.
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
