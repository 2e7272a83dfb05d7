import { IconLanguage } from '@tabler/icons-react';
import { m } from '@/i18n';
import { RoofIllustration } from '@/ui/brand/RoofIllustration';
import looks from './AuthLinks.module.css';
import { signUpLink } from './authLinks';
import { CalendarIllustration } from './CalendarIllustration';
import styles from './Hero.module.css';
import { PhoneIllustration } from './PhoneIllustration';

/** The top of the page: the headline, links to sign in and up, and an illustration of the product. */
export function Hero() {
  return (
    <div className={styles.hero}>
      <RoofIllustration className={styles.plan} dimensions={false} />
      <div className={styles.grid}>
        <div className={styles.copy}>
          <h1>
            <span>{m.landing_promiseSchedule()} </span>
            <span>{m.landing_promiseOrder()} </span>
            <span>{m.landing_promiseSignOff()}</span>
          </h1>
          <p>{m.landing_what()}</p>
          <div className={styles.ways}>
            <a className={`${looks.button} ${looks.filled} ${looks.large}`} href={signUpLink()}>
              {m.landing_signUp()}
            </a>
            <a className={`${looks.button} ${looks.outlined} ${looks.large}`} href="#find-out-more">
              {m.landing_findOutMore()}
            </a>
          </div>
          <div className={styles.languages}>
            <IconLanguage size={18} aria-hidden />
            {m.landing_bothLanguages()}
          </div>
        </div>
        <div className={styles.pictures}>
          <CalendarIllustration />
          <PhoneIllustration />
        </div>
      </div>
    </div>
  );
}
