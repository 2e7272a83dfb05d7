import { useState } from 'react';
import { m } from '@/i18n';
import { useSecondFactor } from '@/queries/accounts/security';
import { toast } from '@/ui/overlays/toasts';

import { ConfirmPassword } from './ConfirmPassword';
import { RecoveryCodes } from './RecoveryCodes';
import type { PanelProps } from './securityPanel';

/** Replaces recovery codes that were used up, lost or seen by others. */
export function RenewRecoveryCodesPanel(props: PanelProps) {
  const { renewCodes } = useSecondFactor();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} {...props} />;
  return (
    <ConfirmPassword
      title={m.security_newCodes()}
      goOn={m.security_renew()}
      submit={async (password) => {
        setCodes(await renewCodes(password));
        toast.sweet(m.security_renewed());
      }}
      {...props}
    >
      {m.security_renewText()}
    </ConfirmPassword>
  );
}
