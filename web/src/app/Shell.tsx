import { Outlet } from 'react-router';
import { m } from '@/i18n';

import { BottomNav } from './BottomNav';
import styles from './Shell.module.css';
import { TopBar } from './TopBar';

/** The frame of every page behind the sign-in: bar on top on a desktop, navigation at the bottom of a phone. */
export function Shell() {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {m.shell_skip()}
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <BottomNav />
    </div>
  );
}
