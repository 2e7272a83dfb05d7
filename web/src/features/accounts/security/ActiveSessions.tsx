import type { SignedInPlace } from '@bindings';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useEndSessions, useSignedInPlaces } from '@/queries/accounts/security';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dayText } from '@/ui/dates/dates';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { confirm } from '@/ui/overlays/popups';
import { RetryLine } from '../SettingsCard';
import styles from './Security.module.css';
import { StatusBadge } from './StatusBadge';

/** The name by which users recognize their session. */
function nameOf({ browser, system }: SignedInPlace): string {
  const program = browser ?? m.security_someBrowser();
  return system === null ? program : m.security_place({ browser: program, system });
}

function SessionRow({ place, end }: { place: SignedInPlace; end: () => void }) {
  const zone = useCompanyZone();
  const day = (instant: string) => dayText(dayOfWall(wallOf(instant, zone)));
  const name = nameOf(place);
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h3>
          {name}
          {place.isThisOne && <StatusBadge good>{m.security_here()}</StatusBadge>}
        </h3>
        <p className="muted">
          {m.security_since({ began: day(place.startedAt), used: day(place.lastUsedAt) })}
        </p>
      </div>
      {!place.isThisOne && (
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
  const { data: places, error, refetch } = useSignedInPlaces();
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
        {places !== undefined && places.length > 1 && (
          <Button variant="default" onClick={() => void endAll()}>
            {m.security_endOthers()}
          </Button>
        )}
      </div>
      {places === undefined && error === null && <SkeletonCards count={2} height={48} />}
      {places === undefined && error !== null && <RetryLine why={error.message} onRetry={refetch} />}
      <ul className={styles.list} data-places>
        {places?.map((place) => (
          <SessionRow
            key={place.id}
            place={place}
            end={() => void runWithToast(() => end(place.id), m.security_ended())}
          />
        ))}
      </ul>
    </section>
  );
}
