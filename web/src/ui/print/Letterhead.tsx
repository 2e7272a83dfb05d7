import { initials } from '@/ui/brand/initials';
import type { DocumentHead } from './documentHead';
import styles from './Letterhead.module.css';

/** The head of every printed document: the company and the type of the document. */
export function Letterhead({ company: { name, location, logoUrl }, kind, number }: DocumentHead) {
  return (
    <header className={styles.letterhead}>
      {logoUrl === null ? (
        <span className={styles.initial} aria-hidden="true">
          {initials(name)}
        </span>
      ) : (
        <img className={styles.logo} src={logoUrl} alt="" />
      )}
      <div className="grow">
        <p className={styles.company}>{name}</p>
        {location !== null && <p className={styles.small}>{location}</p>}
      </div>
      {number !== null && (
        <p className={styles.number} data-long={number.length > 12 || undefined}>
          <span className={styles.small}>{kind}</span>
          <strong className="num">{number}</strong>
        </p>
      )}
    </header>
  );
}
