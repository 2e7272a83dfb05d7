import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { onSessionOver, readToken } from '@/api/token';
import { useLive } from '@/session/live';
import { ProfileContext, profileQuery } from '@/session/session';
import { LoadingScreen } from '@/ui/LoadingScreen';

import { usePush } from './usePush';

const onboarding = '/app/configure';

/** Lets nobody into `/app` who is not signed in, and sends new accounts to onboarding first. */
export function RequireSession() {
  const signedIn = readToken() !== null;
  const { data: profile, isError } = useQuery({ ...profileQuery, enabled: signedIn });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(
    () =>
      onSessionOver(() => {
        queries.clear();
        void navigate('/', { replace: true });
      }),
    [navigate, queries],
  );

  const own = profile?.user.accountCreationComplete ? (profile.company?.id ?? null) : null;
  useLive(own);
  usePush(own !== null);

  if (!signedIn) return <Navigate to="/" replace />;
  if (profile === undefined) return isError ? <Navigate to="/" replace /> : <LoadingScreen />;
  const ready = profile.user.accountCreationComplete && profile.company !== null;
  if (!ready && pathname !== onboarding) return <Navigate to={onboarding} replace />;
  return (
    <ProfileContext value={profile}>
      <Outlet />
    </ProfileContext>
  );
}
