import type { ReactNode } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { checkRequired } from '@/queries/accounts/credentials';
import { CurrentPassword, type PanelProps } from './securityPanel';

interface ConfirmPasswordProps extends PanelProps {
  title: string;
  /** Why the password is required. */
  children: ReactNode;
  /** The label of the button. */
  goOn: string;
  submit: (password: string) => Promise<void>;
}

/** Asks for the password again: an unattended session must not be enough. */
export function ConfirmPassword({ account, onClose, title, children, goOn, submit }: ConfirmPasswordProps) {
  const form = useInlineErrorForm({
    initial: { password: '' },
    check: ({ password }) => checkRequired('password', password),
    submit: ({ password }) => submit(password),
  });
  return (
    <FormPanel
      title={title}
      onClose={onClose}
      form={form}
      dirty={false}
      error={form.failure?.message ?? null}
      verb={goOn}
    >
      <p>{children}</p>
      <CurrentPassword account={account} {...form.field('password')} />
    </FormPanel>
  );
}
