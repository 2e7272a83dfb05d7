import { TextInput, type TextInputProps } from '@mantine/core';

interface CodeFieldProps extends TextInputProps {
  /** Digits only: a phone shows its number keys and offers a code that it has received. */
  ofApp: boolean;
}

/** A code of an authenticator app, or a recovery code. Spaces in a pasted code are ignored. */
export const CodeField = ({ ofApp, ...props }: CodeFieldProps) => (
  <TextInput
    required
    autoComplete={ofApp ? 'one-time-code' : 'off'}
    inputMode={ofApp ? 'numeric' : 'text'}
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    className="num"
    {...props}
  />
);
