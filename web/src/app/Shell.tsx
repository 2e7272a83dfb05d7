import { lazy, Suspense, useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { HelpButton } from '@/features/help/HelpButton';
import { useWhatsNew } from '@/features/latest/useWhatsNew';
import { WhatsNewBanner } from '@/features/latest/WhatsNewBanner';
import { NotificationBell } from '@/features/notifications/NotificationBell';
import { SearchButton, useSearchKeys } from '@/features/search/SearchButton';
import { m } from '@/i18n';
import { useOutbox } from '@/session/outbox';
import { useUnproven } from '@/session/unproven';
import { usePhone } from '@/ui/Overlay';
import { SlateHeader, UnderHeader } from '@/ui/PageTitle';

import { BottomNav } from './BottomNav';
import { ReconnectingLine } from './ReconnectingLine';
import styles from './Shell.module.css';
import { TopBar } from './TopBar';

/** Most people have shown that their address is theirs, and never fetch it. */
const UnprovenBanner = lazy(async () => ({
  default: (await import('@/features/verification/UnprovenBanner')).UnprovenBanner,
}));

/** Fetched behind the page, while there is a network. */
const WaitingLine = lazy(async () => ({ default: (await import('./WaitingLine')).WaitingLine }));
const OutboxPanel = lazy(async () => ({
  default: (await import('@/features/outbox/OutboxPanel')).OutboxPanel,
}));

/** Fetched when somebody first looks for something. */
const SearchPalette = lazy(async () => ({
  default: (await import('@/features/search/SearchPalette')).SearchPalette,
}));

/** The frame of every page behind the sign-in: bar on top on a desktop, navigation at the bottom of a phone. */
export function Shell() {
  const phone = usePhone();
  const bell = <NotificationBell />;
  const [searching, setSearching] = useState(false);
  const closeSearch = useCallback(() => setSearching(false), []);
  useSearchKeys(useCallback(() => setSearching((open) => !open), []));
  const search = <SearchButton field={!phone} onClick={() => setSearching(true)} />;
  const { shown, dismiss } = useWhatsNew();
  const unproven = useUnproven();
  const waits = useOutbox().length > 0;
  const [listed, setListed] = useState(false);
  const count = Number(waits) + Number(shown) + Number(unproven.shown);
  const banners =
    count === 0 ? null : (
      <div className={styles.banners}>
        {waits && (
          <Suspense>
            <WaitingLine onShow={() => setListed(true)} />
          </Suspense>
        )}
        {unproven.shown && (
          <Suspense>
            <UnprovenBanner onDismiss={unproven.dismiss} />
          </Suspense>
        )}
        {shown && <WhatsNewBanner onDismiss={dismiss} />}
      </div>
    );
  const line = <ReconnectingLine />;
  const tools = (
    <>
      {search}
      {bell}
    </>
  );
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {m.shell_skip()}
      </a>
      <TopBar
        search={phone ? null : search}
        bell={phone ? null : bell}
        help={phone ? null : <HelpButton />}
      />
      {!phone && banners}
      <main id="main" tabIndex={-1} className={styles.main} data-banner={count || undefined}>
        {!phone && line}
        <SlateHeader value={{ tools: phone ? tools : null, line: phone ? line : null }}>
          <UnderHeader value={phone ? banners : null}>
            <Outlet />
          </UnderHeader>
        </SlateHeader>
      </main>
      <BottomNav />
      {listed && (
        <Suspense>
          <OutboxPanel onClose={() => setListed(false)} />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <SearchPalette onClose={closeSearch} />
        </Suspense>
      )}
    </div>
  );
}
