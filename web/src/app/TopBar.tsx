import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, NavLink } from 'react-router';
import { m } from '@/i18n';
import { Mark } from '@/ui/Mark';

import { AccountMenu } from './AccountMenu';
import { places } from './places';
import styles from './TopBar.module.css';

/** The slate bar of a desktop. Between phone and full width its links are icons with tooltips. */
export function TopBar() {
  const compact =
    useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  return (
    <header className={styles.bar}>
      <Link to="/app/company" className={`brand ${styles.brand}`} aria-label={m.shell_home()}>
        <Mark size={27} on="slate" />
        <span>Ridgeline</span>
      </Link>
      <nav className={styles.nav} aria-label={m.shell_main()}>
        {places.map(({ to, Icon, name }) => (
          <Tooltip key={to} label={name()} disabled={!compact}>
            <NavLink to={to} className={styles.link ?? ''}>
              <Icon size={19} stroke={1.8} aria-hidden />
              <span className={styles.label}>{name()}</span>
            </NavLink>
          </Tooltip>
        ))}
      </nav>
      <span className="grow" />
      <AccountMenu />
    </header>
  );
}
