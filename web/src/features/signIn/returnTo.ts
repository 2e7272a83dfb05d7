import { returnPlace } from '@/session/returnPlace';

/**
 * Only a place inside the app, or where invited people arrive: an address given from outside leads nowhere else.
 * Null for any other.
 */
export function insideApp(wish: string | null): string | null {
  if (wish === null || !URL.canParse(wish, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(wish, location.origin);
  const known = origin === location.origin && /^\/(app(\/.*)?|inviteredirect)$/.test(pathname);
  return known ? `${pathname}${search}${hash}` : null;
}

/** What the tab kept, once: the next one to sign in here wants to go elsewhere. */
export function takePlace(): string | null {
  try {
    const kept = sessionStorage.getItem(returnPlace);
    sessionStorage.removeItem(returnPlace);
    return insideApp(kept);
  } catch {
    return null;
  }
}
