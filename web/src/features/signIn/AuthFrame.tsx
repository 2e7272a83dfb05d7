import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { readToken } from '@/api/token';
import { m, notice } from '@/i18n';
import { useSignOut } from '@/session/session';
import { ErrorBox } from '@/ui/ErrorSummary';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Mark } from '@/ui/Mark';
import { useHeadingFocus, useWindowTitle } from '@/ui/PageTitle';
import { RoofPlan } from '@/ui/RoofPlan';

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

interface AuthFrameProps {
  title: string;
  /** The line under the title that leads to the other page. */
  other: ReactNode;
  signUp?: boolean;
  /** The form for accounts of this server. */
  children: ReactNode;
}

/** Sign-in and sign-up: the form at left, the roof plan at right. */
export function AuthFrame({ title, other, signUp = false, children }: AuthFrameProps) {
  const heading = useHeadingFocus();
  const [search] = useSearchParams();
  const [busy, setBusy] = useState(readToken() !== null);
  const { data: config, isError } = useQuery(providerQuery);
  useWindowTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <Link className={`brand ${styles.brand}`} to="/">
            <Mark size={30} />
            Ridgeline
          </Link>
        </header>
        <main className={styles.main}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.other}>{other}</p>
          {busy ? (
            <StillSignedIn onSignedOut={() => setBusy(false)} />
          ) : config?.provider === 'oidc' ? (
            <Button
              component="a"
              href={providerAddress(signUp, search.get('return_to'))}
              size="md"
              fullWidth
              leftSection={<IconShieldLock size={20} />}
            >
              {m.session_continueWithProvider()}
            </Button>
          ) : (
            <>
              {isError && <ErrorBox>{notice('offline')}</ErrorBox>}
              {children}
            </>
          )}
        </main>
        <footer>
          <LanguageSwitch className={styles.language} />
        </footer>
      </div>
      <aside className={styles.art} aria-hidden="true">
        <RoofPlan className={styles.plan} />
        <p>
          <b>4417 S Quebec Ct</b>
          <span>{m.session_roofFacts()}</span>
        </p>
      </aside>
    </div>
  );
}
