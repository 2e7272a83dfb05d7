import { FormPanel } from '@/components/forms/FormPanel';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { m } from '@/i18n';
import { checkRequired } from '@/queries/accounts/credentials';
import { useSecondFactor } from '@/queries/accounts/security';
import { CodeField } from '@/ui/inputs/CodeField';
import { toast } from '@/ui/overlays/toasts';
import { CurrentPassword, type PanelProps } from './securityPanel';

/** Turns two-step sign-in off. Requires the password and a code: an unattended session must not be enough. */
export function TurnOffSecondFactorPanel({ account, onClose }: PanelProps) {
  const { turnOff } = useSecondFactor();
  const form = useInlineErrorForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => [...checkRequired('password', password), ...checkRequired('code', code)],
    submit: async (values) => {
      await turnOff(values);
      toast.sweet(m.security_isOff());
      onClose();
    },
  });
  return (
    <FormPanel
      title={m.security_offTitle()}
      onClose={onClose}
      form={form}
      error={form.failure?.message ?? null}
      verb={m.security_turnOff()}
      button={{ color: 'crimson' }}
    >
      <p>{m.security_offText()}</p>
      <CurrentPassword account={account} {...form.field('password')} />
      <CodeField ofApp={false} label={m.security_offCode()} {...form.field('code')} />
    </FormPanel>
  );
}
