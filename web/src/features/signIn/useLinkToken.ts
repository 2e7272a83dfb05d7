import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const read = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : null;

/**
 * The token of the mail's link, null where there is none. It leaves the address at once, so that it stands in no
 * history and in no picture of the screen, and stays with the page over a reload.
 */
export function useLinkToken(): string | null {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = search.get('token');
  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, state: { token: inAddress } });
  }, [inAddress, pathname, navigate]);
  return inAddress ?? read(state);
}
