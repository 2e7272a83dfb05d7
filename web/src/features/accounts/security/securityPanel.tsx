import type { Account } from '@bindings';

/** What is open at the right edge. */
export type SecurityPanel = 'password' | 'setUp' | 'renewCodes' | 'turnOff';

/** The props of every panel of this section. */
export interface PanelProps {
  account: Account;
  onClose: () => void;
}

/** A hidden field that tells a password manager which account this is. */
export const Username = ({ account }: { account: Account }) => (
  <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
);
