import { IconWorld } from '@tabler/icons-react';
import { m } from '@/i18n';
import { browserZone } from '@/session/timeZone';
import { wallOf } from '@/session/wallTime';
import { zoneName } from '@/ui/times';

import styles from './ZoneHint.module.css';

/** Winter and summer: zones that agree on both show the same times, whatever they are called. */
const samples = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];

const sameClock = (one: string, other: string): boolean =>
  one === other || samples.every((instant) => wallOf(instant, one) === wallOf(instant, other));

/** Says whose times these are, where the clock of the browser shows others. */
export function ZoneHint({ zone }: { zone: string }) {
  if (sameClock(zone, browserZone())) return null;
  return (
    <p className={styles.hint}>
      <IconWorld size={16} stroke={1.8} aria-hidden />
      {m.appointments_zone({ zone: zoneName(zone) })}
    </p>
  );
}
