import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useEffect } from 'react';
import { m } from '@/i18n';
import { TopBarButton } from '@/ui/layout/TopBarButton';
import { waitingPopups } from '@/ui/overlays/popups';

import styles from './SearchButton.module.css';

/** The text of the tooltip. */
export const searchTip = () => m.palette_tip({ keys: keys() });

const keys = () => (/Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K');

/** Ctrl+K or Cmd+K anywhere in the app, except while a popup is open. */
export function useSearchKeys(press: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      if (!event.repeat && waitingPopups.read().length === 0) press();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [press]);
}

interface SearchButtonProps extends ComponentProps<'button'> {
  /** Looks like a search field where the bar has space; otherwise an icon for the header of a phone. */
  field?: boolean;
}

/** Opens the search from the top bar, or from the header of a phone. */
export const SearchButton = ({ field = false, ...others }: SearchButtonProps) => (
  <TopBarButton
    {...others}
    className={`${styles.button} ${field ? styles.field : ''}`}
    aria-label={field ? undefined : m.palette_title()}
    aria-keyshortcuts="Control+K Meta+K"
    aria-haspopup="dialog"
  >
    <IconSearch size={field ? 17 : 24} stroke={1.8} aria-hidden className={styles.glass ?? ''} />
    {field && (
      <>
        <span className={styles.words}>{m.palette_field()}</span> <kbd className={styles.keys}>{keys()}</kbd>
      </>
    )}
  </TopBarButton>
);
