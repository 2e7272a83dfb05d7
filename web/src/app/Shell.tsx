import { lazy, Suspense, useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useWhatsNew } from '@/features/latest/useWhatsNew';
import { WhatsNewBanner } from '@/features/latest/WhatsNewBanner';
import { BellButton } from '@/features/notifications/BellButton';
import { SearchButton, useSearchKeys } from '@/features/search/SearchButton';
import { m } from '@/i18n';
import { useOutbox } from '@/session/outbox';
import { useUnproven } from '@/session/unproven';
import { behind, onPress } from '@/ui/behind';
import { everything } from '@/ui/everything';
import { SlateHeader, UnderHeader } from '@/ui/PageTitle';
import { usePhone } from '@/ui/phone';

import { BottomNav } from './BottomNav';
import { ReconnectingLine } from './ReconnectingLine';
import styles from './Shell.module.css';

const TopBar = behind(async () => (await import('./TopBar')).TopBar, { desk: true });
const NotificationBell = behind(
  async () => (await import('@/features/notifications/NotificationBell')).NotificationBell,
);

/** Most people have shown that their address is theirs, and never fetch it. */
const UnprovenBanner = lazy(async () => {
  const [{ UnprovenBanner: banner }] = await Promise.all([
    import('@/features/verification/UnprovenBanner'),
    everything(),
  ]);
  return { default: banner };
});

/** Fetched behind the page, while there is a network. */
const WaitingLine = lazy(async () => ({ default: (await import('./WaitingLine')).WaitingLine }));
const OutboxPanel = lazy(async () => ({
  default: (await import('@/features/outbox/OutboxPanel')).OutboxPanel,
}));

/** Fetched when somebody first looks for something. */
const SearchPalette = lazy(async () => {
  const [{ SearchPalette: palette }] = await Promise.all([
    import('@/features/search/SearchPalette'),
    everything(),
  ]);
  return { default: palette };
});

/** The frame of every page behind the sign-in: bar on top on a desktop, navigation at the bottom of a phone. */
export function Shell() {
  const phone = usePhone();
  const [searching, setSearching] = useState(false);
  const closeSearch = useCallback(() => setSearching(false), []);
  useSearchKeys(useCallback(() => setSearching((open) => !open), []));
  const search = useCallback(() => setSearching(true), []);
  const [belled, setBelled] = useState(false);
  const { shown, dismiss } = useWhatsNew();
  const unproven = useUnproven();
  const waits = useOutbox().length > 0;
  const [listed, setListed] = useState(false);
  const count = Number(waits) + Number(shown) + Number(unproven.shown);
  const banners =
    count === 0 ? null : (
      <div className={styles.banners}>
        {waits && (
          <Suspense fallback={<div className={styles.coming} />}>
            <WaitingLine onShow={() => setListed(true)} />
          </Suspense>
        )}
        {unproven.shown && (
          <Suspense fallback={<div className={styles.coming} />}>
            <UnprovenBanner onDismiss={unproven.dismiss} />
          </Suspense>
        )}
        {shown && <WhatsNewBanner onDismiss={dismiss} />}
      </div>
    );
  const line = <ReconnectingLine />;
  const tools = (
    <>
      <SearchButton onClick={search} />
      <NotificationBell pressed={belled} meanwhile={<BellButton {...onPress(() => setBelled(true))} />} />
    </>
  );
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {m.shell_skip()}
      </a>
      {!phone && <TopBar onSearch={search} />}
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
