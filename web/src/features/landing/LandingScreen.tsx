import { m, useLanguage } from '@/i18n';
import { Mark } from '@/ui/Mark';
import { useWindowTitle } from '@/ui/PageTitle';

import { Contractors } from './Contractors';
import { FindOutMore } from './FindOutMore';
import { Hero } from './Hero';
import styles from './Landing.module.css';
import { LandingBar } from './LandingBar';
import { Subcontractors } from './Subcontractors';
import { Vendors } from './Vendors';

/** The public page: what Ridgeline does for each of the three sides, and the ways in. */
export function LandingScreen() {
  useLanguage();
  useWindowTitle('');
  return (
    <div className={styles.page}>
      <LandingBar />
      <main>
        <Hero />
        <Contractors />
        <Subcontractors />
        <Vendors />
        <FindOutMore />
      </main>
      <footer className={styles.footer}>
        <Mark size={24} />
        <b>Ridgeline</b>
        <span className="grow" />
        <span className="muted">{m.landing_for()}</span>
      </footer>
    </div>
  );
}
