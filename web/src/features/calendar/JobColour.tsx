import type { Job } from '@bindings';
import { Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { useJobColour } from '@/ui/jobColour';
import { colours } from '@/wasm/rules';

import styles from './JobOptions.module.css';
import { told } from './useMoves';

/** The 14 colors with their names. Who may not choose reads why. */
export function JobColour({ job }: { job: Job }) {
  const { language, whyNot } = useSession();
  const { changeColor } = useJobChanges();
  const paint = useJobColour();
  const [pointed, setPointed] = useState<string | null>(null);
  const reason = whyNot('jobs.color');
  const palette = colours().map((colour) => ({ ...colour, name: colour[language] }));
  const chosen = palette.find(({ light }) => light.toUpperCase() === job.color.toUpperCase());

  return (
    <fieldset className={styles.colours}>
      <legend>
        {m.calendar_color()}
        <span className={styles.name} aria-hidden>
          {pointed ?? chosen?.name ?? job.color}
        </span>
      </legend>
      {reason !== null && <p className={styles.fixed}>{reason}</p>}
      <div className={styles.swatches}>
        {palette.map(({ light, name }) => {
          const { fill, text } = paint(light);
          const on = light === chosen?.light;
          return (
            <Tooltip key={light} label={name}>
              <button
                type="button"
                className={styles.swatch}
                style={{ background: fill, color: text }}
                aria-label={name}
                aria-pressed={on}
                disabled={reason !== null}
                onClick={() => on || void told(() => changeColor(job.id, light), notice('jobUpdated'))}
                onPointerEnter={() => setPointed(name)}
                onPointerLeave={() => setPointed(null)}
                onFocus={() => setPointed(name)}
                onBlur={() => setPointed(null)}
              >
                {on && <IconCheck size={16} stroke={3} aria-hidden />}
              </button>
            </Tooltip>
          );
        })}
      </div>
    </fieldset>
  );
}
