import { FormPanel } from '@/components/forms/FormPanel';
import { useInlineErrorForm } from '@/components/forms/useInlineErrorForm';
import { m } from '@/i18n';
import { checkNewPassword, checkRequired } from '@/queries/accounts/credentials';
import { useChangePassword } from '@/queries/accounts/security';
import { PasswordField } from '@/ui/inputs/PasswordField';
import { toast } from '@/ui/overlays/toasts';
import { limits } from '@/wasm/rules';
import { CurrentPassword, type PanelProps } from './securityPanel';

/** Changes the password; requires the current one. */
export function PasswordPanel({ account, onClose }: PanelProps) {
  const change = useChangePassword();
  const { passwordMin, passwordMax } = limits();
  const form = useInlineErrorForm({
    initial: { oldPassword: '', newPassword: '' },
    check: ({ oldPassword, newPassword }) => [
      ...checkRequired('oldPassword', oldPassword),
      ...checkNewPassword('newPassword', newPassword),
    ],
    submit: async (values) => {
      await change(values);
      toast.sweet(m.session_passwordChanged());
      onClose();
    },
  });
  return (
    <FormPanel
      title={m.security_changePassword()}
      onClose={onClose}
      form={form}
      error={form.failure?.message ?? null}
      verb={m.security_changePassword()}
    >
      <CurrentPassword account={account} label={m.security_oldPassword()} {...form.field('oldPassword')} />
      <PasswordField
        label={m.session_newPassword()}
        description={m.session_passwordLength({ min: passwordMin, max: passwordMax })}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
    </FormPanel>
  );
}
