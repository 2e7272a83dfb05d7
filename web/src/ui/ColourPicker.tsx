import type { Action } from '@bindings';
import { Tooltip } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useSession } from '@/session/session';
import { colours } from '@/wasm/rules';

import styles from './ColourPicker.module.css';
import { useJobColour } from './jobColour';

interface ColourPickerProps {
  /** The name of the group; the name of the color at hand stands beside it. */
  label: string;
  /** The stored color, the light fill of one of the 14. */
  value: string;
  onChange: (color: string) => void;
  /** What one must be allowed to do. */
  action?: Action;
}

const columns = 7;

/**
 * The 14 colors of a job or an appointment by their names. Arrow keys go from one to the next and choose nothing on
 * the way, for each choice is saved at once. Who may not choose reads why.
 */
export function ColourPicker({ label, value, onChange, action = 'jobs.color' }: ColourPickerProps) {
  const { language, whyNot } = useSession();
  const paint = useJobColour();
  const [pointed, setPointed] = useState<string | null>(null);
  const told = useId();
  const reason = whyNot(action);
  const palette = colours().map((colour) => ({ ...colour, name: colour[language] }));
  const at = palette.findIndex(({ light }) => light.toUpperCase() === value.toUpperCase());
  const { getItemProps } = useRovingIndex({
    total: palette.length,
    columns,
    loop: false,
    initialIndex: Math.max(at, 0),
  });

  return (
    <fieldset className={styles.picker} aria-describedby={reason === null ? undefined : told}>
      <legend>
        {label}
        <span className={styles.name} aria-hidden>
          {pointed ?? palette[at]?.name ?? value}
        </span>
      </legend>
      {reason !== null && (
        <p id={told} className={styles.reason}>
          {reason}
        </p>
      )}
      <div className={styles.swatches}>
        {palette.map(({ light, name }, index) => {
          const { fill, text } = paint(light);
          const on = index === at;
          return (
            <Tooltip key={light} label={name}>
              <button
                {...getItemProps({ index, onClick: () => on || onChange(light) })}
                type="button"
                className={styles.swatch}
                style={{ background: fill, color: text }}
                aria-label={name}
                aria-pressed={on}
                disabled={reason !== null}
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
