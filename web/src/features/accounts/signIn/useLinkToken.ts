import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const read = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : null;

/**
 * The token of a mail's link, or null. It is removed from the address at once, so that it appears in no history and
 * no screenshot; the history state preserves it over a reload.
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
