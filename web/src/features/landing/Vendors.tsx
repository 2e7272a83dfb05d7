import { IconFileTypePdf } from '@tabler/icons-react';
import { m } from '@/i18n';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';

import page from './Landing.module.css';
import styles from './Vendors.module.css';

export function Vendors() {
  return (
    <section className={page.section} id="vendors" aria-labelledby="vendors-title">
      <div className={page.two}>
        <div>
          <h2 id="vendors-title">{m.landing_vendorsTitle()}</h2>
          <p className={page.lead}>{m.landing_vendorsText()}</p>
        </div>
        <figure className={`${page.paper} ${styles.mail}`}>
          <div className={styles.mailHead}>
            <span>
              <RidgelineLogo size={20} on="slate" />
            </span>
            <div>
              <b>{m.landing_mailSubject()}</b>
              <span className="muted">{m.landing_mailTo()}</span>
            </div>
          </div>
          <p>{m.landing_mailText()}</p>
          <div className={styles.attachment}>
            <IconFileTypePdf size={22} aria-hidden />
            <b className="grow">PO-2418-1.pdf</b>
            <span className="muted">84 KB</span>
          </div>
        </figure>
      </div>
    </section>
  );
}
