import type { ActiveSession } from '@bindings';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useActiveSessions, useEndSessions } from '@/queries/accounts/security';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dayText } from '@/ui/dates/dates';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { confirm } from '@/ui/overlays/popups';
import { RetryLine } from '../SettingsCard';
import styles from './Security.module.css';
import { StatusBadge } from './StatusBadge';

/** The name by which users recognize their session. */
function nameOf({ browser, system }: ActiveSession): string {
  const program = browser ?? m.security_someBrowser();
  return system === null ? program : m.security_place({ browser: program, system });
}

function SessionRow({ session, end }: { session: ActiveSession; end: () => void }) {
  const zone = useCompanyZone();
  const day = (instant: string) => dayText(dayOfWall(wallOf(instant, zone)));
  const name = nameOf(session);
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h3>
          {name}
          {session.isThisOne && <StatusBadge good>{m.security_here()}</StatusBadge>}
        </h3>
        <p className="muted">
          {m.security_since({ began: day(session.startedAt), used: day(session.lastUsedAt) })}
        </p>
      </div>
      {!session.isThisOne && (
        <Button variant="default" aria-label={m.security_endOf({ place: name })} onClick={end}>
          {m.security_end()}
        </Button>
      )}
    </li>
  );
}

/** Every session of this account, with a button to end each of the others. */
export function ActiveSessions() {
  const heading = useId();
  const { data: sessions, error, refetch } = useActiveSessions();
  const { end, endOthers } = useEndSessions();
  const endAll = async () => {
    const sure = await confirm({
      body: m.security_endOthersSure(),
      confirmLabel: m.security_endOthersYes(),
    });
    if (sure) await runWithToast(endOthers, m.security_othersEnded());
  };
  return (
    <section aria-labelledby={heading}>
      <div className={styles.line}>
        <h3 id={heading} className="subtitle">
          {m.security_places()}
        </h3>
        {sessions !== undefined && sessions.length > 1 && (
          <Button variant="default" onClick={() => void endAll()}>
            {m.security_endOthers()}
          </Button>
        )}
      </div>
      {sessions === undefined && error === null && <SkeletonCards count={2} height={48} />}
      {sessions === undefined && error !== null && <RetryLine why={error.message} onRetry={refetch} />}
      <ul className={styles.list} data-places>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            end={() => void runWithToast(() => end(session.id), m.security_ended())}
          />
        ))}
      </ul>
    </section>
  );
}
