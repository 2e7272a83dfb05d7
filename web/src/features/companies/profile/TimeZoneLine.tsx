import { ActionIcon } from '@mantine/core';
import { IconPencil, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { zoneName } from '@/ui/dates/times';

import styles from './ProfileCard.module.css';
import { TimeZoneOverlay } from './TimeZoneOverlay';

/** The time zone of the company's appointments. Admins can change it. */
export function TimeZoneLine() {
  const { may } = useSession();
  const zone = useCompanyZone();
  const [editing, setEditing] = useState(false);
  return (
    <span>
      <IconWorld size={16} aria-hidden />
      <span className="spoken">{m.company_timeZone()}: </span>
      <span className={styles.zone}>{zoneName(zone)}</span>
      {may('company.edit') && (
        <ActionIcon size={28} aria-label={m.company_editTimeZone()} onClick={() => setEditing(true)}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {editing && <TimeZoneOverlay onClose={() => setEditing(false)} />}
    </span>
  );
}
