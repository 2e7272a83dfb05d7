import type { Account } from '@bindings';

import { aUser } from './render';

/** The account of the signed-in user: with a password, without a second factor. */
export const anAccount = (change: Partial<Account> = {}): Account => ({
  email: aUser.email,
  emailVerified: true,
  verificationRequired: false,
  hasPassword: true,
  secondFactor: false,
  recoveryCodesLeft: 0,
  ...change,
});
