import { returnToKey } from '@/queries/accounts/returnTo';

/**
 * Accepts only paths inside the app and the redirect after an invitation, so that a crafted link cannot lead to
 * another site. Null for any other.
 */
export function internalPath(address: string | null): string | null {
  if (address === null || !URL.canParse(address, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  const known = origin === location.origin && /^\/(app(\/.*)?|inviteredirect)$/.test(pathname);
  return known ? `${pathname}${search}${hash}` : null;
}

/** Takes the stored address and deletes it: it must not apply to the next user of this tab. */
export function takeReturnTo(): string | null {
  try {
    const stored = sessionStorage.getItem(returnToKey);
    sessionStorage.removeItem(returnToKey);
    return internalPath(stored);
  } catch {
    return null;
  }
}
