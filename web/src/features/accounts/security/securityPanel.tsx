import type { Account } from '@bindings';
import type { ComponentProps } from 'react';
import { m } from '@/i18n';
import { PasswordField } from '@/ui/inputs/PasswordField';

/** The panel that is open at the right edge. */
export type SecurityPanel = 'password' | 'setUp' | 'renewCodes' | 'turnOff';

/** The props of every panel of this section. */
export interface PanelProps {
  account: Account;
  onClose: () => void;
}

interface CurrentPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> {
  account: Account;
}

/** The field for the current password, with a hidden username field for password managers. */
export const CurrentPassword = ({ account, ...props }: CurrentPasswordProps) => (
  <>
    <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
    <PasswordField data-autofocus label={m.session_password()} autoComplete="current-password" {...props} />
  </>
);
