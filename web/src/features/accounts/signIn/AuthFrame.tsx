import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { RoofIllustration } from '@/ui/brand/RoofIllustration';
import { LanguageSwitch } from '@/ui/inputs/LanguageSwitch';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';

import styles from './AuthFrame.module.css';

interface AuthFrameProps {
  title: string;
  /** The line under the title. */
  under: ReactNode;
  children: ReactNode;
}

/** The layout of every sign-in page: the form at left, an illustration at right. */
export function AuthFrame({ title, under, children }: AuthFrameProps) {
  const heading = useHeadingFocus();
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <Link className={`brand ${styles.brand}`} to="/">
            <RidgelineLogo size={30} />
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
        <RoofIllustration className={styles.plan} />
        <p>
          <b>4417 S Quebec Ct</b>
          <span>{m.session_roofFacts()}</span>
        </p>
      </aside>
    </div>
  );
}
