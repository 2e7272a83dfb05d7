import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { confirmSignOut } from '@/components/accounts/confirmSignOut';
import { m } from '@/i18n';
import { accountQuery } from '@/queries/accounts/account';
import { useSession } from '@/queries/accounts/session';
import { signInMethodsQuery } from '@/queries/accounts/signInMethods';

import styles from './UserSettings.module.css';

/**
 * Signs the user out, which also leads to the reset of a forgotten password. The password of an identity provider
 * cannot be changed here.
 */
export function SignOutCard() {
  const { user, signOut } = useSession();
  const leave = async () => {
    if (await confirmSignOut(user.id)) await signOut();
  };
  const { data: account } = useQuery(accountQuery);
  const { data: methods } = useQuery(signInMethodsQuery);
  const own = account?.hasPassword !== false;
  const away = methods !== undefined && methods.providers.length > 0;
  return (
    <section className={`card ${styles.help}`} aria-labelledby="password-help">
      <h2 id="password-help">
        <IconKey size={20} stroke={1.7} aria-hidden />
        {own ? m.session_password() : m.security_here()}
      </h2>
      <p>{own ? m.settings_password() : away ? m.security_leaveOnlyHere() : m.security_leaveHere()}</p>
      <Button variant="default" onClick={() => void leave()}>
        {m.session_logOut()}
      </Button>
    </section>
  );
}
