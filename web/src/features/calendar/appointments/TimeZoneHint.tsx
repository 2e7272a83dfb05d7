import { IconWorld } from '@tabler/icons-react';
import { m } from '@/i18n';
import { browserZone } from '@/queries/companies/timeZone';
import { zoneName } from '@/ui/dates/times';
import { wallOf } from '@/ui/dates/wallTime';

import styles from './TimeZoneHint.module.css';

/** Winter and summer: zones that agree on both show the same times, whatever their names. */
const samples = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];

const sameClock = (one: string, other: string): boolean =>
  one === other || samples.every((instant) => wallOf(instant, one) === wallOf(instant, other));

/** Names the time zone of the times, if the browser's is different. */
export function TimeZoneHint({ zone }: { zone: string }) {
  if (sameClock(zone, browserZone())) return null;
  return (
    <p className={styles.hint}>
      <IconWorld size={16} stroke={1.8} aria-hidden />
      {m.appointments_zone({ zone: zoneName(zone) })}
    </p>
  );
}
