import type { Account } from '@bindings';

/** What every panel of this section is told. */
export interface PanelProps {
  account: Account;
  onClose: () => void;
}

/** Tells a password manager whose password this is. Nobody else sees it. */
export const Username = ({ account }: { account: Account }) => (
  <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
);
