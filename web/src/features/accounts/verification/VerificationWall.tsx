import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { accountQuery } from '@/queries/accounts/account';
import { useResendVerification } from '@/queries/accounts/resendVerification';
import { useAccount } from '@/queries/accounts/session';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { LanguageSwitch } from '@/ui/inputs/LanguageSwitch';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';

import auth from '../signIn/AuthFrame.module.css';
import styles from './VerificationWall.module.css';

/** The polling interval, in ms: the link may be opened on another device. */
const again = 10_000;

/** Shown when the server requires a verified address: blocks the app until the link in the mail was opened. */
export function VerificationWall() {
  const heading = useHeadingFocus();
  const { signOut } = useAccount();
  const { data: account, refetch, isRefetching } = useQuery({ ...accountQuery, refetchInterval: again });
  const { resend, busy } = useResendVerification();
  const [missed, setMissed] = useState(false);
  useDocumentTitle(m.verify_wallTitle());
  const check = async () => {
    const { data } = await refetch();
    setMissed(data?.verificationRequired !== false);
  };
  return (
    <div className={styles.page}>
      <header className="row">
        <span className="brand">
          <RidgelineLogo size={30} />
          Ridgeline
        </span>
        <span className="grow" />
        <LanguageSwitch className={auth.language} />
      </header>
      <main className={`card ${styles.card}`}>
        <h1 ref={heading} tabIndex={-1}>
          {m.verify_wallTitle()}
        </h1>
        <p>
          {m.verify_where({ email: account?.email ?? '' })} {m.verify_wallWaits()}
        </p>
        <div className={styles.ways}>
          <Button size="md" loading={isRefetching && missed} onClick={() => void check()}>
            {m.verify_done()}
          </Button>
          <span role="status">{missed && m.verify_notYet()}</span>
          <Button
            size="md"
            variant="default"
            loading={busy}
            onClick={() => void runWithToast(resend, m.verify_sent())}
          >
            {m.verify_resend()}
          </Button>
          <Button size="md" variant="subtle" color="gray" onClick={() => void signOut()}>
            {m.session_logOut()}
          </Button>
        </div>
      </main>
    </div>
  );
}
