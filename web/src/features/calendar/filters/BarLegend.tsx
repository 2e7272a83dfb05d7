import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { useJobColor } from '@/ui/jobs/jobColor';
import { usePhone } from '@/ui/theme/usePhone';
import { colors } from '@/wasm/rules';

import { useCalendarView } from '../useCalendarView';
import styles from './BarLegend.module.css';

/** The colors of the samples, as positions in the palette. */
const fern = 5;
const iris = 10;

/** The legend of the bars. */
export function BarLegend() {
  const paint = useJobColor();
  const palette = colors();
  const phone = usePhone();
  const crews = useCalendarView().mode === 'crews';
  const sample = (at: number, done: boolean, pending: boolean, icon: ReactNode, label: string) => {
    const { fill, text } = paint(palette[at]?.light ?? '', done);
    return (
      <li>
        <span
          className={styles.sample}
          data-pending={pending || undefined}
          style={{ background: fill, color: text }}
        >
          {icon}
        </span>
        {label}
      </li>
    );
  };
  return (
    <section>
      <h3 className={styles.title}>{m.calendar_legend()}</h3>
      <ul className={styles.list}>
        {sample(fern, false, false, null, m.calendar_legendAccepted())}
        {sample(iris, false, true, <IconClockHour4 size={14} stroke={2.4} />, m.calendar_legendPending())}
        {sample(fern, true, false, <IconCheck size={14} stroke={2.6} />, m.calendar_legendDone())}
      </ul>
      {!phone && (
        <>
          <h3 className={`${styles.title} ${styles.next}`}>{m.calendar_keys()}</h3>
          <p className={styles.keys}>{crews ? m.lanes_keysHint() : m.calendar_keysHint()}</p>
        </>
      )}
    </section>
  );
}
