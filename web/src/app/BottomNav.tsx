import { NavLink } from 'react-router';
import { m } from '@/i18n';

import styles from './BottomNav.module.css';
import { places } from './places';

/** The navigation of a phone: labels always visible, 64 px high for gloves. */
export function BottomNav() {
  return (
    <nav className={styles.nav} aria-label={m.shell_main()}>
      {places.map(({ to, Icon, name }) => (
        <NavLink key={to} to={to} className={styles.link ?? ''}>
          <Icon size={24} stroke={1.8} aria-hidden />
          {name()}
        </NavLink>
      ))}
    </nav>
  );
}
