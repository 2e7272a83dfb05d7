import { useMatch } from 'react-router';
import { m } from '@/i18n';
import { footBar } from '@/ui/layout/footBars';

import styles from './BottomNav.module.css';
import { NavItem } from './NavItem';
import { navItems } from './navItems';

/** The navigation of a phone: labels always visible, 64 px high for gloves. An open chat replaces it. */
export function BottomNav() {
  if (useMatch('/app/messages/:roomId') !== null) return null;
  return (
    <nav ref={footBar} className={styles.nav} aria-label={m.shell_main()} data-foot>
      {navItems.map((place) => (
        <NavItem key={place.to} item={place} size={24} className={styles.link} />
      ))}
    </nav>
  );
}
