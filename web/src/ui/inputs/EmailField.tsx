import { TextInput, type TextInputProps } from '@mantine/core';
import { m } from '@/i18n';

/** The e-mail address for a sign-in. */
export const EmailField = (props: TextInputProps) => (
  <TextInput type="email" label={m.session_email()} required autoComplete="username" {...props} />
);
