import { returnToKey } from '@/queries/accounts/returnTo';

/**
 * Only a place inside the app, or where invited people arrive: an address given from outside leads nowhere else.
 * Null for any other.
 */
export function internalPath(wish: string | null): string | null {
  if (wish === null || !URL.canParse(wish, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(wish, location.origin);
  const known = origin === location.origin && /^\/(app(\/.*)?|inviteredirect)$/.test(pathname);
  return known ? `${pathname}${search}${hash}` : null;
}

/** The stored address, once: it must not apply to the next user of this tab. */
export function takeReturnTo(): string | null {
  try {
    const stored = sessionStorage.getItem(returnToKey);
    sessionStorage.removeItem(returnToKey);
    return internalPath(stored);
  } catch {
    return null;
  }
}
