import { Button } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DeletionPanel } from '@/components/accounts/DeletionPanel';
import { m } from '@/i18n';
import { deleteAccount } from '@/queries/accounts/deletion';
import { useSession } from '@/queries/accounts/session';

import styles from './UserSettings.module.css';

/** Deletes the user's own account. */
export function DeleteAccount() {
  const heading = useId();
  const { company } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <section className={`card ${styles.help}`} aria-labelledby={heading}>
      <h2 id={heading}>
        <IconUserX size={20} stroke={1.7} aria-hidden />
        {m.deletion_account()}
      </h2>
      <p>{m.deletion_accountText()}</p>
      <Button variant="outline" color="crimson" onClick={() => setOpen(true)}>
        {m.deletion_accountBegin()}
      </Button>
      {open && (
        <DeletionPanel
          title={m.deletion_account()}
          means={[
            m.deletion_accountGoes(),
            m.deletion_accountStays({ company: company.name }),
            m.deletion_accountLastAdmin(),
            m.deletion_final(),
          ]}
          verb={m.deletion_account()}
          remove={deleteAccount}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
