import { IconCircleDashed, IconMapPinFilled } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useJobColor } from '@/ui/jobs/jobColor';
import { newJobColor } from '@/wasm/rules';

import styles from './JobMap.module.css';

/** The legend of the markers; `areas` if some of them are circles. */
export function MapLegend({ areas }: { areas: boolean }) {
  const paint = useJobColor();
  const color = newJobColor();
  return (
    <ul className={`card floating ${styles.legend}`} aria-label={m.calendar_legend()}>
      <li>
        <IconMapPinFilled size={18} aria-hidden style={{ color: paint(color).fill }} />
        {m.calendar_mapLegendActive()}
      </li>
      <li>
        <IconMapPinFilled size={18} aria-hidden style={{ color: paint(color, true).fill }} />
        {m.calendar_mapLegendDone()}
      </li>
      {areas && (
        <li>
          <IconCircleDashed size={18} aria-hidden style={{ color: paint(color).fill }} />
          {m.calendar_mapLegendArea()}
        </li>
      )}
    </ul>
  );
}
