/** What an invited person has filled in: kept in this browser while the sign-up page is open. */
import type { NewUserSettings } from '@bindings';

const name = 'ridgeline.newUser';

export function readNewUser(): NewUserSettings | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as NewUserSettings | null;
    return typeof kept?.invitationId === 'string' ? kept : null;
  } catch {
    return null;
  }
}

export const keepNewUser = (settings: NewUserSettings): void =>
  localStorage.setItem(name, JSON.stringify(settings));

export function forgetNewUser(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept, so nothing is left to forget.
  }
}
