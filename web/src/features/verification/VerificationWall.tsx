import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n';
import { standingQuery } from '@/session/accountStanding';
import { useResendVerification } from '@/session/resendVerification';
import { useAccount } from '@/session/session';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Mark } from '@/ui/Mark';
import { useHeadingFocus, useWindowTitle } from '@/ui/PageTitle';
import { told } from '@/ui/told';

import styles from './VerificationWall.module.css';

/** The mail may be opened on another device: it is looked again every so many ms. */
const again = 10_000;

/** Where the server wants proof of the address first: nothing else until the link in the mail was opened. */
export function VerificationWall() {
  const heading = useHeadingFocus();
  const { signOut } = useAccount();
  const { data: account, refetch, isRefetching } = useQuery({ ...standingQuery, refetchInterval: again });
  const { resend, busy } = useResendVerification();
  const [missed, setMissed] = useState(false);
  useWindowTitle(m.verify_wallTitle());
  const look = async () => {
    const { data } = await refetch();
    setMissed(data?.verificationRequired !== false);
  };
  return (
    <div className={styles.page}>
      <header className="row">
        <span className="brand">
          <Mark size={30} />
          Ridgeline
        </span>
        <span className="grow" />
        <LanguageSwitch className={styles.language} />
      </header>
      <main className={`card ${styles.card}`}>
        <h1 ref={heading} tabIndex={-1}>
          {m.verify_wallTitle()}
        </h1>
        <p>
          {m.verify_where({ email: account?.email ?? '' })} {m.verify_wallWaits()}
        </p>
        <div className={styles.ways}>
          <Button size="md" loading={isRefetching && missed} onClick={() => void look()}>
            {m.verify_done()}
          </Button>
          <span role="status">{missed && m.verify_notYet()}</span>
          <Button
            size="md"
            variant="default"
            loading={busy}
            onClick={() => void told(resend, m.verify_sent())}
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
