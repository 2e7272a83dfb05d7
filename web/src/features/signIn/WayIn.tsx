import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readToken } from '@/api/token';
import { m, notice } from '@/i18n';
import { goOnTo } from '@/session/leave';
import { useSignOut } from '@/session/session';
import { ErrorBox } from '@/ui/ErrorSummary';

import styles from './AuthFrame.module.css';
import { providerAddress, providerQuery } from './api';

/** One session at a time: who is signed in chooses between going on and signing out. */
function StillSignedIn({ onSignedOut }: { onSignedOut: () => void }) {
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <>
      <ErrorBox>{notice('signOutFirst')}</ErrorBox>
      <div className={styles.form}>
        <Button size="md" fullWidth onClick={() => void navigate('/app/company')}>
          {m.session_toAccount()}
        </Button>
        <Button size="md" fullWidth variant="default" onClick={() => void signOut().then(onSignedOut)}>
          {m.session_logOut()}
        </Button>
      </div>
    </>
  );
}

/** Sends people on to the identity provider; the button is for a browser that stayed. */
export function ProviderWay({ signUp = false }: { signUp?: boolean }) {
  const [search] = useSearchParams();
  const address = providerAddress(signUp, search.get('return_to'));
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    goOnTo(address);
  }, [address]);
  return (
    <>
      <p className={styles.hint} role="status">
        {m.session_toProvider()}
      </p>
      <Button component="a" href={address} size="md" fullWidth leftSection={<IconShieldLock size={20} />}>
        {m.session_continueWithProvider()}
      </Button>
    </>
  );
}

interface WayInProps {
  signUp?: boolean;
  /** The form for accounts of this server. */
  children: ReactNode;
}

/** What stands between somebody and the app: the form of this server, the identity provider, or an open session. */
export function WayIn({ signUp = false, children }: WayInProps) {
  const [busy, setBusy] = useState(readToken() !== null);
  const { data: config, isError } = useQuery(providerQuery);
  if (busy) return <StillSignedIn onSignedOut={() => setBusy(false)} />;
  if (config?.provider === 'oidc') return <ProviderWay signUp={signUp} />;
  return (
    <>
      {isError && <ErrorBox>{notice('offline')}</ErrorBox>}
      {children}
    </>
  );
}
