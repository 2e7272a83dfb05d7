import type { AvailableDay, DayState } from '@bindings';
import { m } from '@/i18n';

import styles from './DayStates.module.css';
import { stateIcons, stateName, stateText } from './dayStates';

/** The sign of a state, beside a text that names it. */
export function StateSign({ state }: { state: DayState }) {
  const Sign = stateIcons[state];
  return <Sign className={styles.sign} data-state={state} size={14} stroke={2.4} aria-hidden />;
}

/** The signs in a date picker, and what they mean. Only those that are shown are explained. */
export function StatesLegend({ who, days }: { who: string; days: Iterable<AvailableDay> }) {
  const states = [...new Set(Array.from(days, ({ state }) => state))].sort();
  return (
    <p className={styles.legend}>
      <span>{m.availability_daysOf({ who })}</span>
      {states.map((state) => (
        <span key={state} className={styles.entry}>
          <StateSign state={state} />
          {stateName(state)}
        </span>
      ))}
    </p>
  );
}

/** A day of a date picker: its number, and below it whether somebody is free. */
export function PickerDay({ day, known }: { day: string; known: AvailableDay | undefined }) {
  const Sign = known && stateIcons[known.state];
  return (
    <span className={styles.day} title={known && stateText(known)}>
      {Number(day.slice(8))}
      {Sign && <Sign className={styles.sign} data-state={known.state} size={10} stroke={3} aria-hidden />}
    </span>
  );
}
