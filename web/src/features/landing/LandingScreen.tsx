import { m, useLanguage } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { useDocumentTitle } from '@/ui/layout/PageTitle';

import { Contractors } from './Contractors';
import { FindOutMore } from './FindOutMore';
import { Hero } from './Hero';
import styles from './Landing.module.css';
import { LandingBar } from './LandingBar';
import { Subcontractors } from './Subcontractors';
import { Vendors } from './Vendors';

/** The public start page: what Ridgeline does for each of the three kinds of companies. */
export function LandingScreen() {
  useLanguage();
  useDocumentTitle('');
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
        <RidgelineLogo size={24} />
        <b>Ridgeline</b>
        <span className="grow" />
        <span className="muted">{m.landing_for()}</span>
      </footer>
    </div>
  );
}
