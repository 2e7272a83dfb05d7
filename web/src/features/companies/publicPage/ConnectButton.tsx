import type { Company } from '@bindings';
import { Button } from '@mantine/core';
import { IconClockHour4, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import { ConnectPopup } from './ConnectPopup';

interface ConnectButtonProps {
  /** Undefined while loading. */
  company: Company | undefined;
}

/** 'Connect', 'Pending' for an open request in either direction, and nothing once connected. */
export function ConnectButton({ company }: ConnectButtonProps) {
  const { company: own } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (company?.connectionAccepted) return null;
  if (company?.connectionExists)
    return (
      <>
        <Button size="md" variant="default" disabled leftSection={<IconClockHour4 size={19} />}>
          {m.publicCompany_pending()}
        </Button>
        {/* A refused request reverts to the button below: the popup and its typed text must remain. */}
        {isOpen && <ConnectPopup company={company} onClose={() => setIsOpen(false)} />}
      </>
    );
  const connect = (
    <Button
      size="md"
      disabled={company === undefined || company.id === own.id}
      leftSection={<IconLink size={19} />}
      onClick={() => setIsOpen(true)}
    >
      {m.publicCompany_connect()}
    </Button>
  );
  return (
    <>
      <Permitted action="connections.manage">{connect}</Permitted>
      {isOpen && company !== undefined && <ConnectPopup company={company} onClose={() => setIsOpen(false)} />}
    </>
  );
}
