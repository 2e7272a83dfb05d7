import { IconLanguage } from '@tabler/icons-react';
import { m } from '@/i18n';
import { RoofPlan } from '@/ui/RoofPlan';

import { CalendarPicture } from './CalendarPicture';
import styles from './Hero.module.css';
import { PhonePicture } from './PhonePicture';
import looks from './Ways.module.css';
import { signUp } from './ways';

/** The slate top of the page: the promise, the ways in, and the product itself. */
export function Hero() {
  return (
    <div className={styles.hero}>
      <RoofPlan className={styles.plan} dimensions={false} />
      <div className={styles.grid}>
        <div className={styles.copy}>
          <h1>
            <span>{m.landing_promiseSchedule()} </span>
            <span>{m.landing_promiseOrder()} </span>
            <span>{m.landing_promiseSignOff()}</span>
          </h1>
          <p>{m.landing_what()}</p>
          <div className={styles.ways}>
            <a className={`${looks.button} ${looks.filled} ${looks.large}`} href={signUp()}>
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
          <CalendarPicture />
          <PhonePicture />
        </div>
      </div>
    </div>
  );
}
