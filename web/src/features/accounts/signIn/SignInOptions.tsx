import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readToken } from '@/api/token';
import { m, notice } from '@/i18n';
import { replaceLocation } from '@/queries/accounts/externalNavigation';
import { useSignOut } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';

import styles from './AuthFrame.module.css';
import { providerQuery, providerUrl } from './signInRequests';

/** One session at a time: a signed-in user chooses between continuing and signing out. */
function AlreadySignedIn({ onSignedOut }: { onSignedOut: () => void }) {
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

/** Redirects to the identity provider. The button is for browsers that do not follow the redirect. */
export function ProviderRedirect({ signUp = false }: { signUp?: boolean }) {
  const [search] = useSearchParams();
  const address = providerUrl(signUp, search.get('return_to'));
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    replaceLocation(address);
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

interface SignInOptionsProps {
  signUp?: boolean;
  /** The form for accounts of this server. */
  children: ReactNode;
}

/** The sign-in form of this server, a redirect to the identity provider, or a notice about an open session. */
export function SignInOptions({ signUp = false, children }: SignInOptionsProps) {
  const [busy, setBusy] = useState(readToken() !== null);
  const { data: config, isError } = useQuery(providerQuery);
  if (busy) return <AlreadySignedIn onSignedOut={() => setBusy(false)} />;
  if (config?.provider === 'oidc') return <ProviderRedirect signUp={signUp} />;
  return (
    <>
      {isError && <ErrorBox>{notice('offline')}</ErrorBox>}
      {children}
    </>
  );
}
