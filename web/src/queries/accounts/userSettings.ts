/** The user's own profile: name, location, phone number and language. */
import type { User, UserSettings } from '@bindings';
import { useCallback } from 'react';
import { call } from '@/api/client';

import { useSession } from './session';

export const settingsForm = (user: User): UserSettings => ({
  firstName: user.firstName,
  lastName: user.lastName,
  location: user.location,
  language: user.language,
  position: user.position,
  phoneNumber: user.phoneNumber ?? '',
});

/** Saves the profile and shows it everywhere at once. Rejects with an `ApiFailure`. */
export function useSaveSettings(): (values: UserSettings) => Promise<User> {
  const { amend } = useSession();
  return useCallback(
    async (values) => {
      const { user } = await call<{ user: User }>('POST', '/api/auth/user/update', values);
      amend({ user });
      return user;
    },
    [amend],
  );
}
