import { readToken } from '@/api/token';
import { m } from '@/i18n';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Mark } from '@/ui/Mark';

import styles from './LandingBar.module.css';
import looks from './Ways.module.css';
import { signIn, signUp } from './ways';

/** The bar over the hero: the sections, the other language and the ways in. Its links load a page: no router here. */
export function LandingBar() {
  const signedIn = readToken() !== null;
  const wayIn = signedIn ? (
    <a className={`${looks.button} ${looks.outlined}`} href="/app/company">
      {m.landing_account()}
    </a>
  ) : (
    <a className={`${looks.button} ${looks.outlined}`} href={signIn}>
      {m.landing_signIn()}
    </a>
  );
  return (
    <header className={styles.bar}>
      <a className={`brand ${styles.brand}`} href="/">
        <Mark size={31} on="slate" />
        Ridgeline
      </a>
      <nav className={styles.sections} aria-label={m.shell_main()}>
        <a href="#contractors">{m.landing_contractors()}</a>
        <a href="#subcontractors">{m.landing_subcontractors()}</a>
        <a href="#vendors">{m.landing_vendors()}</a>
      </nav>
      <span className="grow" />
      <LanguageSwitch className={styles.language} />
      {wayIn}
      <a className={`${looks.button} ${looks.filled} ${styles.barSignUp}`} href={signUp()}>
        {m.landing_signUp()}
      </a>
    </header>
  );
}
