import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { HelpButton } from '@/features/help/HelpButton';
import { NotificationBell } from '@/features/notifications/NotificationBell';
import { SearchButton, searchTip } from '@/features/search/SearchButton';
import { m } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';

import { AccountMenu } from './AccountMenu';
import { NavItem } from './NavItem';
import { navItems } from './navItems';
import styles from './TopBar.module.css';

/** The slate bar of a desktop. Between phone and full width its links are icons with tooltips. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const compact =
    useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  return (
    <header className={styles.bar}>
      <Link to="/app/company" className={`brand ${styles.brand}`} aria-label={m.shell_home()}>
        <RidgelineLogo size={27} on="slate" />
        <span>Ridgeline</span>
      </Link>
      <nav className={styles.nav} aria-label={m.shell_main()}>
        {navItems.map((place) => (
          <Tooltip key={place.to} label={place.name()} disabled={!compact}>
            <span className={styles.place}>
              <NavItem item={place} size={19} className={styles.link} labelClass={styles.label} />
            </span>
          </Tooltip>
        ))}
      </nav>
      <span className="grow" />
      <Tooltip label={searchTip()}>
        <SearchButton field onClick={onSearch} />
      </Tooltip>
      <HelpButton />
      <NotificationBell />
      <AccountMenu />
    </header>
  );
}
