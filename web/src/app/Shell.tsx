import { lazy, Suspense, useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useKeyboardSheetKey } from '@/features/help/useKeyboardSheetKey';
import { useWhatsNew } from '@/features/latest/useWhatsNew';
import { WhatsNewBanner } from '@/features/latest/WhatsNewBanner';
import { BellButton } from '@/features/notifications/BellButton';
import { SearchButton, useSearchKeys } from '@/features/search/SearchButton';
import { m } from '@/i18n';
import { useUnverifiedEmail } from '@/queries/accounts/unverifiedEmail';
import { useBacklog } from '@/queries/offline/outbox';
import { BelowHeader, PhoneHeaderActions } from '@/ui/layout/PageTitle';
import { loadAppResources } from '@/ui/loading/appResources';
import { deferred, pressHandlers } from '@/ui/loading/deferred';
import { lazyPart } from '@/ui/loading/lazyPart';
import { usePhone } from '@/ui/theme/usePhone';
import { BottomNav } from './BottomNav';
import { ConnectionStatus } from './ConnectionStatus';
import styles from './Shell.module.css';

const TopBar = deferred(async () => (await import('./TopBar')).TopBar, { desktopOnly: true });
const NotificationBell = deferred(
  async () => (await import('@/features/notifications/NotificationBell')).NotificationBell,
);

/** Most users have verified their address and never load it. */
const UnverifiedEmailBanner = lazy(async () => {
  const [{ UnverifiedEmailBanner: banner }] = await Promise.all([
    import('@/features/accounts/verification/UnverifiedEmailBanner'),
    loadAppResources(),
  ]);
  return { default: banner };
});

/** Preloaded in the background while there is a network. */
const OutboxBanner = lazyPart(async () => (await import('./OutboxBanner')).OutboxBanner);
const OutboxPanel = lazyPart(async () => (await import('@/features/offline/OutboxPanel')).OutboxPanel);

/** Loaded when the search is first opened. */
const SearchPalette = lazy(async () => {
  const [{ SearchPalette: palette }] = await Promise.all([
    import('@/features/search/SearchPalette'),
    loadAppResources(),
  ]);
  return { default: palette };
});

/** Loaded when '?' is first pressed. */
const KeyboardSheet = lazy(async () => {
  const [{ KeyboardSheet: sheet }] = await Promise.all([
    import('@/features/help/KeyboardSheet'),
    loadAppResources(),
  ]);
  return { default: sheet };
});

/** The layout of every signed-in page: a top bar on a desktop, a bottom navigation on a phone. */
export function Shell() {
  const phone = usePhone();
  const [searching, setSearching] = useState(false);
  const closeSearch = useCallback(() => setSearching(false), []);
  useSearchKeys(useCallback(() => setSearching((open) => !open), []));
  const search = useCallback(() => setSearching(true), []);
  const [keysShown, setKeysShown] = useState(false);
  useKeyboardSheetKey(useCallback(() => setKeysShown(true), []));
  const [bellPressed, setBellPressed] = useState(false);
  const { shown, dismiss } = useWhatsNew();
  const unverified = useUnverifiedEmail();
  const hasBacklog = useBacklog();
  const [outboxOpen, setOutboxOpen] = useState(false);
  const count = Number(hasBacklog) + Number(shown) + Number(unverified.shown);
  const banners =
    count === 0 ? null : (
      <div className={styles.banners}>
        {hasBacklog && (
          <Suspense fallback={<div className={styles.coming} />}>
            <OutboxBanner onShow={() => setOutboxOpen(true)} />
          </Suspense>
        )}
        {unverified.shown && (
          <Suspense fallback={<div className={styles.coming} />}>
            <UnverifiedEmailBanner onDismiss={unverified.dismiss} />
          </Suspense>
        )}
        {shown && <WhatsNewBanner onDismiss={dismiss} />}
      </div>
    );
  const line = <ConnectionStatus />;
  const tools = (
    <>
      <SearchButton onClick={search} />
      <NotificationBell
        pressed={bellPressed}
        fallback={<BellButton {...pressHandlers(() => setBellPressed(true))} />}
      />
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
        <PhoneHeaderActions value={{ tools: phone ? tools : null, line: phone ? line : null }}>
          <BelowHeader value={phone ? banners : null}>
            <Outlet />
          </BelowHeader>
        </PhoneHeaderActions>
      </main>
      <BottomNav />
      {outboxOpen && (
        <Suspense>
          <OutboxPanel onClose={() => setOutboxOpen(false)} />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <SearchPalette onClose={closeSearch} />
        </Suspense>
      )}
      {keysShown && (
        <Suspense>
          <KeyboardSheet onClose={() => setKeysShown(false)} />
        </Suspense>
      )}
    </div>
  );
}
