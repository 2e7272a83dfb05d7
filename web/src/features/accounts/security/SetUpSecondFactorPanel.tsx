import type { SecondFactorSetup } from '@bindings';
import { useState } from 'react';
import { m } from '@/i18n';
import { useSecondFactor } from '@/queries/accounts/security';
import { toast } from '@/ui/overlays/toasts';
import { AuthenticatorPanel } from './AuthenticatorPanel';
import { ConfirmPassword } from './ConfirmPassword';
import { RecoveryCodes } from './RecoveryCodes';
import type { PanelProps } from './securityPanel';

/** Two-step sign-in in three steps: the password, the app and its first code, and the codes for a lost phone. */
export function SetUpSecondFactorPanel(props: PanelProps) {
  const { begin, confirm } = useSecondFactor();
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} {...props} />;
  if (setup !== null)
    return (
      <AuthenticatorPanel
        setup={setup}
        onClose={props.onClose}
        confirm={async (code) => {
          setCodes(await confirm(code));
          toast.sweet(m.security_isOn());
        }}
      />
    );
  return (
    <ConfirmPassword
      title={m.security_setUpTitle()}
      goOn={m.common_continue()}
      submit={async (password) => setSetup(await begin(password))}
      {...props}
    >
      {m.security_passwordFirst()}
    </ConfirmPassword>
  );
}
