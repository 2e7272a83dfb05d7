import { readToken } from '@/api/token';
import { m } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { LanguageSwitch } from '@/ui/inputs/LanguageSwitch';
import looks from './AuthLinks.module.css';
import { signInLink, signUpLink } from './authLinks';
import styles from './LandingBar.module.css';

/**
 * The bar above the hero: links to the sections, the language, sign in and up. Its links load a page, because the
 * landing page has no router.
 */
export function LandingBar() {
  const signedIn = readToken() !== null;
  const accountLink = signedIn ? (
    <a className={`${looks.button} ${looks.outlined}`} href="/app/company">
      {m.landing_account()}
    </a>
  ) : (
    <a className={`${looks.button} ${looks.outlined}`} href={signInLink}>
      {m.landing_signIn()}
    </a>
  );
  return (
    <header className={styles.bar}>
      <a className={`brand ${styles.brand}`} href="/">
        <RidgelineLogo size={31} on="slate" />
        Ridgeline
      </a>
      <nav className={styles.sections} aria-label={m.shell_main()}>
        <a href="#contractors">{m.landing_contractors()}</a>
        <a href="#subcontractors">{m.landing_subcontractors()}</a>
        <a href="#vendors">{m.landing_vendors()}</a>
      </nav>
      <span className="grow" />
      <LanguageSwitch className={styles.language} />
      {accountLink}
      <a className={`${looks.button} ${looks.filled} ${styles.barSignUp}`} href={signUpLink()}>
        {m.landing_signUp()}
      </a>
    </header>
  );
}
