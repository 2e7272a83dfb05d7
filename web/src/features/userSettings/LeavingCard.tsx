import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n';
import { standingQuery } from '@/session/accountStanding';
import { useSession } from '@/session/session';
import { mayLeave } from '@/ui/signingOut';

import styles from './UserSettings.module.css';

/** The way out, also for who no longer knows the password. An identity provider's password is no matter of ours. */
export function LeavingCard() {
  const { user, signOut } = useSession();
  const leave = async () => {
    if (await mayLeave(user.id)) await signOut();
  };
  const { data: account } = useQuery(standingQuery);
  const own = account?.hasPassword !== false;
  return (
    <section className={`card ${styles.help}`} aria-labelledby="password-help">
      <h2 id="password-help">
        <IconKey size={20} stroke={1.7} aria-hidden />
        {own ? m.session_password() : m.security_here()}
      </h2>
      {own ? <p>{m.settings_password()}</p> : <p>{m.security_leaveHere()}</p>}
      <Button variant="default" onClick={() => void leave()}>
        {m.session_logOut()}
      </Button>
    </section>
  );
}
