import { useState } from 'react';
import { m } from '@/i18n';
import { useSecondFactor } from '@/session/accountSecurity';
import { toast } from '@/ui/toasts';

import { PasswordAgain } from './PasswordAgain';
import type { PanelProps } from './panel';
import { RecoveryCodes } from './RecoveryCodes';

/** New recovery codes in place of those that were used up, lost or seen. */
export function RenewCodesPanel(props: PanelProps) {
  const { renewCodes } = useSecondFactor();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} {...props} />;
  return (
    <PasswordAgain
      title={m.security_newCodes()}
      goOn={m.security_renew()}
      submit={async (password) => {
        setCodes(await renewCodes(password));
        toast.sweet(m.security_renewed());
      }}
      {...props}
    >
      {m.security_renewText()}
    </PasswordAgain>
  );
}
