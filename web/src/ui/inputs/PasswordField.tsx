import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { m } from '@/i18n';

interface PasswordFieldProps extends PasswordInputProps {
  /** Whether a password manager fills in the stored password or offers a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password with a button that shows it, also by keyboard. */
export const PasswordField = (props: PasswordFieldProps) => (
  <PasswordInput
    required
    aria-invalid={props.error !== undefined && props.error !== null}
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': m.session_showPassword() }}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...props}
  />
);
