/** The input of an invited user, stored in this browser while the sign-up page is open. */
import type { NewUserSettings } from '@bindings';

const name = 'ridgeline.newUser';

export function readNewUserDraft(): NewUserSettings | null {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as NewUserSettings | null;
    return typeof draft?.invitationId === 'string' ? draft : null;
  } catch {
    return null;
  }
}

export const storeNewUserDraft = (settings: NewUserSettings): void =>
  localStorage.setItem(name, JSON.stringify(settings));

export function clearNewUserDraft(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}
