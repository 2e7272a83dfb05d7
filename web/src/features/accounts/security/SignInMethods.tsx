import type { SignInMethods as Methods, ProviderLink } from '@bindings';
import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '@/api/failure';
import { confirmSignOut } from '@/components/accounts/confirmSignOut';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { replaceLocation } from '@/queries/accounts/externalNavigation';
import { useSession } from '@/queries/accounts/session';
import { linkProvider, signInMethodsQuery, useUnlinkProvider } from '@/queries/accounts/signInMethods';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dayText } from '@/ui/dates/dates';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';
import { confirm, popup } from '@/ui/overlays/popups';
import styles from './Security.module.css';
import { StatusBadge } from './StatusBadge';

/** The parameter of the address that says how a link ended. */
const outcomeParameter = 'signInLink';

const outcomes: Record<string, () => string> = {
  linked: () => m.security_linkDone(),
  refused: () => m.security_linkRefused(),
  taken: () => m.security_linkTaken(),
  another: () => m.security_linkAnother(),
  unavailable: () => m.security_linkUnavailable(),
  address: () => m.security_linkAddress(),
};

/** How the last link ended, after the provider returned here. */
function LinkOutcome() {
  const [search, setSearch] = useSearchParams();
  const text = outcomes[search.get(outcomeParameter) ?? ''];
  if (text === undefined) return null;
  const close = () =>
    setSearch(
      (all) => {
        all.delete(outcomeParameter);
        return all;
      },
      { replace: true },
    );
  return (
    <div className={styles.outcome} role="status">
      <span>{text()}</span>
      <CloseButton size="lg" aria-label={m.common_close()} onClick={close} />
    </div>
  );
}

/** Asks for a new sign-in, in which providers ask their user again, after which the settings open again. */
function SignInAgain() {
  const { user, signOut } = useSession();
  const again = async () => {
    if (!(await confirmSignOut(user.id))) return;
    await signOut();
    replaceLocation(`/sign-in?${new URLSearchParams({ again: 'true', return_to: '/app/user/settings' })}`);
  };
  return (
    <div className={styles.line}>
      <p className={`${styles.words} muted`}>{m.security_methodsRecent()}</p>
      <Button variant="default" onClick={() => void again()}>
        {m.session_signInAgain()}
      </Button>
    </div>
  );
}

interface ProviderRowProps {
  provider: ProviderLink;
  /** Whether the session is new enough for changes. */
  isRecent: boolean;
  /** Whether the address of the account is confirmed, without which nothing is linked. */
  isConfirmed: boolean;
  /** Whether the user could not sign in without it. */
  isLast: boolean;
}

function ProviderRow({ provider, isRecent, isConfirmed, isLast }: ProviderRowProps) {
  const { id, name, linkedAt } = provider;
  const zone = useCompanyZone();
  const unlink = useUnlinkProvider();
  const link = async () => {
    try {
      await linkProvider(id);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      await popup.oops(failure.message);
    }
  };
  const askToUnlink = async () => {
    const sure = await confirm({
      body: m.security_methodUnlinkSure({ provider: name }),
      confirmLabel: m.security_methodUnlink(),
    });
    if (sure) await runWithToast(() => unlink(id), m.security_methodUnlinked({ provider: name }));
  };
  const about =
    linkedAt === null
      ? m.security_methodText({ provider: name })
      : m.security_methodSince({ provider: name, day: dayText(dayOfWall(wallOf(linkedAt, zone))) });
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h4>
          {name}
          <StatusBadge good={linkedAt !== null}>
            {linkedAt === null ? m.security_methodNotLinked() : m.security_methodLinked()}
          </StatusBadge>
        </h4>
        <p className="muted">{about}</p>
        {isLast && <p className="muted">{m.security_methodLast()}</p>}
      </div>
      {linkedAt === null ? (
        <Button
          variant="default"
          disabled={!isRecent || !isConfirmed}
          aria-label={m.security_methodLinkOf({ provider: name })}
          onClick={() => void link()}
        >
          {m.security_methodLink()}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={!isRecent || isLast}
          aria-label={m.security_methodUnlinkOf({ provider: name })}
          onClick={() => void askToUnlink()}
        >
          {m.security_methodUnlink()}
        </Button>
      )}
    </li>
  );
}

/** How many ways to sign in the user has. */
const waysOf = ({ providers, hasPassword }: Methods): number =>
  providers.filter(({ linkedAt }) => linkedAt !== null).length + (hasPassword ? 1 : 0);

/** The identity providers that sign the user in, where there is more than one way. */
export function SignInMethods({ isConfirmed }: { isConfirmed: boolean }) {
  const heading = useId();
  const { data: methods } = useQuery(signInMethodsQuery);
  if (methods === undefined || methods.providers.length === 0) return null;
  const { providers, signedInRecently } = methods;
  return (
    <section aria-labelledby={heading}>
      <div className={styles.line}>
        <h3 id={heading} className="subtitle">
          {m.security_methods()}
        </h3>
      </div>
      <LinkOutcome />
      {!signedInRecently && <SignInAgain />}
      {!isConfirmed && <p className={`${styles.line} muted`}>{m.security_confirmFirst()}</p>}
      <ul className={styles.list} data-places>
        {providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            isRecent={signedInRecently}
            isConfirmed={isConfirmed}
            isLast={provider.linkedAt !== null && waysOf(methods) === 1}
          />
        ))}
      </ul>
    </section>
  );
}
