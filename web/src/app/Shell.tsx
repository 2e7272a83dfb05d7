import { lazy, Suspense, useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useWhatsNew } from '@/features/latest/useWhatsNew';
import { WhatsNewBanner } from '@/features/latest/WhatsNewBanner';
import { BellButton } from '@/features/notifications/BellButton';
import { SearchButton, useSearchKeys } from '@/features/search/SearchButton';
import { m } from '@/i18n';
import { useUnproven } from '@/session/unproven';
import { behind } from '@/ui/behind';
import { everything } from '@/ui/everything';
import { HeaderTools, UnderHeader } from '@/ui/PageTitle';
import { usePhone } from '@/ui/phone';

import { BottomNav } from './BottomNav';
import { ReconnectingLine } from './ReconnectingLine';
import styles from './Shell.module.css';

const TopBar = behind(async () => (await import('./TopBar')).TopBar);
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
  const count = Number(shown) + Number(unproven.shown);
  const banners =
    count === 0 ? null : (
      <div className={styles.banners}>
        {unproven.shown && (
          <Suspense>
            <UnprovenBanner onDismiss={unproven.dismiss} />
          </Suspense>
        )}
        {shown && <WhatsNewBanner onDismiss={dismiss} />}
      </div>
    );
  const line = <ReconnectingLine />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {m.shell_skip()}
      </a>
      {!phone && <TopBar onSearch={search} />}
      {!phone && banners}
      <main id="main" tabIndex={-1} className={styles.main} data-banner={count || undefined}>
        {!phone && line}
        <HeaderTools
          value={
            phone ? (
              <>
                <SearchButton onClick={search} />
                <NotificationBell
                  pressed={belled}
                  meanwhile={<BellButton onClick={() => setBelled(true)} />}
                />
                {line}
              </>
            ) : null
          }
        >
          <UnderHeader value={phone ? banners : null}>
            <Outlet />
          </UnderHeader>
        </HeaderTools>
      </main>
      <BottomNav />
      {searching && (
        <Suspense>
          <SearchPalette onClose={closeSearch} />
        </Suspense>
      )}
    </div>
  );
}
