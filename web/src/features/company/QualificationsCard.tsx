import { m } from '@/i18n';

import head from './CardHead.module.css';
import styles from './QualificationsCard.module.css';
import { useCompany } from './useCompany';

/** What the company says it can do. */
export function QualificationsCard() {
  const { qualifications } = useCompany();
  return (
    <section className={`card ${styles.qualifications}`} aria-labelledby="qualifications">
      <h2 id="qualifications" className={head.title}>
        {m.company_qualifications()} <span className="dim num">{qualifications.length}</span>
      </h2>
      {qualifications.length === 0 ? (
        <p className={head.none}>{m.company_noQualifications()}</p>
      ) : (
        <ul className={styles.tags}>
          {qualifications.map(({ id, qualification }) => (
            <li key={id} className={styles.tag}>
              {qualification}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
