import styles from './ColourBar.module.css';
import { jobColour, useJobColour } from './jobColour';

interface ColourBarProps {
  color: string;
  /** Completed: grey. */
  done?: boolean;
  height?: number | string;
  width?: number;
}

/** The upright bar in a job's color. The title beside it is what names the job. */
export function ColourBar({ color, done = false, height = 26, width = 6 }: ColourBarProps) {
  const paint = useJobColour();
  const fills = {
    '--fill': paint(color, done).fill,
    '--fill-on-slate': jobColour(color, 'dark', done).fill,
  };
  return <span className={styles.bar} style={{ ...fills, height, width }} aria-hidden="true" />;
}
