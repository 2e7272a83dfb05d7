import styles from './Reports.module.css';

interface Figure {
  name: string;
  value: string;
  /** A line in small type. */
  under?: string;
}

/** The few numbers that a report comes down to. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
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
