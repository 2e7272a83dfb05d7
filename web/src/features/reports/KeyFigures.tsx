import styles from './Reports.module.css';

interface Figure {
  name: string;
  value: string;
  /** A line of small text. */
  under?: string;
}

/** The key figures of a report. */
export const KeyFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ name, value, under }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="num">{value}</dd>
        {under !== undefined && <dd className={styles.under}>{under}</dd>}
      </div>
    ))}
  </dl>
);
