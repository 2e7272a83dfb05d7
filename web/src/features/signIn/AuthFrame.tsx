import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Mark } from '@/ui/Mark';
import { useHeadingFocus, useWindowTitle } from '@/ui/PageTitle';
import { RoofPlan } from '@/ui/RoofPlan';

import styles from './AuthFrame.module.css';

interface AuthFrameProps {
  title: string;
  /** The line under the title. */
  under: ReactNode;
  children: ReactNode;
}

/** Every page on the way in: what is asked at left, the roof plan at right. */
export function AuthFrame({ title, under, children }: AuthFrameProps) {
  const heading = useHeadingFocus();
  useWindowTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <Link className={`brand ${styles.brand}`} to="/">
            <Mark size={30} />
            Ridgeline
          </Link>
        </header>
        <main className={styles.main}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.other}>{under}</p>
          {children}
        </main>
        <footer>
          <LanguageSwitch className={styles.language} />
        </footer>
      </div>
      <aside className={styles.art} aria-hidden="true">
        <RoofPlan className={styles.plan} />
        <p>
          <b>4417 S Quebec Ct</b>
          <span>{m.session_roofFacts()}</span>
        </p>
      </aside>
    </div>
  );
}
