import { Button } from '@mantine/core';
import { type Icon, IconBrandGoogle, IconBrandWindows, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readToken } from '@/api/token';
import { m, notice } from '@/i18n';
import { replaceLocation } from '@/queries/accounts/externalNavigation';
import { useSignOut } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';

import styles from './AuthFrame.module.css';
import { type NamedProvider, providerQuery, providerUrl } from './signInRequests';

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

const pictures: Record<string, Icon> = { google: IconBrandGoogle, microsoft: IconBrandWindows };

interface ProviderButtonsProps {
  providers: readonly NamedProvider[];
  signUp: boolean;
}

/** A button for each identity provider. */
function ProviderButtons({ providers, signUp }: ProviderButtonsProps) {
  const [search] = useSearchParams();
  return (
    <div className={styles.providers}>
      {providers.map(({ id, name }) => {
        const Picture = pictures[id] ?? IconShieldLock;
        return (
          <Button
            key={id}
            component="a"
            href={providerUrl(signUp, search.get('return_to'), { id, again: search.has('again') })}
            size="md"
            fullWidth
            variant="default"
            leftSection={<Picture size={20} aria-hidden />}
          >
            {m.session_continueWith({ provider: name })}
          </Button>
        );
      })}
    </div>
  );
}

interface SignInOptionsProps {
  signUp?: boolean;
  /** The form for accounts of this server. */
  children: ReactNode;
}

/** A redirect to the only identity provider, or the form with a button for each; or a notice about an open session. */
export function SignInOptions({ signUp = false, children }: SignInOptionsProps) {
  const [busy, setBusy] = useState(readToken() !== null);
  const { data: config, isError } = useQuery(providerQuery);
  const providers = config?.providers ?? [];
  if (busy) return <AlreadySignedIn onSignedOut={() => setBusy(false)} />;
  if (config?.provider === 'oidc') return <ProviderRedirect signUp={signUp} />;
  return (
    <>
      {isError && <ErrorBox>{notice('offline')}</ErrorBox>}
      {providers.length > 0 && (
        <>
          <ProviderButtons providers={providers} signUp={signUp} />
          <p className={styles.or}>{m.session_orEmail()}</p>
        </>
      )}
      {children}
    </>
  );
}
