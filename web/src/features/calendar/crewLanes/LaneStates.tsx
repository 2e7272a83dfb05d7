import type { AssigneeDays } from '@/components/planning/dayStates';
import { stateIcons, stateText } from '@/components/planning/dayStates';

import styles from './LaneStates.module.css';

interface LaneStatesProps {
  /** The visible days. */
  days: readonly string[];
  moving: AssigneeDays;
}

/** The days of a lane while a job is moved: a color, a sign and a word. Screen readers hear it with the move. */
export const LaneStates = ({ days, moving }: LaneStatesProps) => (
  <div className={styles.states} aria-hidden>
    {days.map((day) => {
      const known = moving.days.get(day);
      if (known === undefined) return <span key={day} />;
      const Sign = stateIcons[known.state];
      return (
        <span key={day} className={styles.state} data-state={known.state}>
          <Sign size={12} stroke={2.2} />
          {stateText(known)}
        </span>
      );
    })}
  </div>
);
