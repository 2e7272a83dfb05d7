import styles from './ColorBar.module.css';
import { jobColor, useJobColor } from './jobColor';

interface ColorBarProps {
  color: string;
  /** Completed: gray. */
  done?: boolean;
  height?: number | string;
  width?: number;
}

/** The vertical bar in a job's color. The job is identified by the title beside it. */
export function ColorBar({ color, done = false, height = 26, width = 6 }: ColorBarProps) {
  const paint = useJobColor();
  const fills = {
    '--fill': paint(color, done).fill,
    '--fill-on-slate': jobColor(color, 'dark', done).fill,
  };
  return <span className={styles.bar} style={{ ...fills, height, width }} aria-hidden="true" />;
}
