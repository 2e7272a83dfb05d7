import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { readToken } from '@/api/token';
import { m, notice } from '@/i18n';
import { useSignOut } from '@/queries/accounts/session';
import { invitationQuery } from '@/queries/companies/invitations';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';
import { BrandBar } from '@/ui/layout/BrandBar';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';
import { popup } from '@/ui/overlays/popups';

import styles from './Invite.module.css';
import { InviteForm } from './InviteForm';

/** One session at a time: a signed-in user continues with that account, or signs out first. */
function StillSignedIn({ onSignedOut }: { onSignedOut: () => void }) {
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <>
      <ErrorBox>{notice('signOutFirst')}</ErrorBox>
      <div className={styles.ways}>
        <Button size="md" onClick={() => void navigate('/app/company')}>
          {m.session_toAccount()}
        </Button>
        <Button size="md" variant="default" onClick={() => void signOut().then(onSignedOut)}>
          {m.session_logOut()}
        </Button>
      </div>
    </>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useHeadingFocus();
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <header>
        <BrandBar to="/" />
      </header>
      <main className={styles.main}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}

/** `/invite/{invitationId}`: the target of the link in an invitation. */
export function InviteScreen() {
  const { invitationId = '' } = useParams();
  const secret = new URLSearchParams(useLocation().hash.slice(1)).get('secret');
  const [signedIn, setSignedIn] = useState(readToken() !== null);
  const { data: invitation, error } = useQuery(invitationQuery(invitationId));
  const navigate = useNavigate();

  useEffect(() => {
    if (error === null) return;
    const lost = !(error instanceof ApiFailure) || error.status === 404;
    void popup
      .oops(lost ? notice('invitationGone') : error.message)
      .then(() => navigate('/', { replace: true }));
  }, [error, navigate]);

  if (invitation === undefined) return <LoadingScreen />;
  const { companyName: company } = invitation;
  return (
    <Frame title={m.invite_title({ company })}>
      {signedIn ? (
        <StillSignedIn onSignedOut={() => setSignedIn(false)} />
      ) : (
        <>
          <p className={styles.text}>{m.invite_welcome({ company })}</p>
          <InviteForm id={invitationId} secret={secret} invitation={invitation} />
        </>
      )}
    </Frame>
  );
}
