import type { Action } from '@bindings';
import { Tooltip } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useSession } from '@/queries/accounts/session';
import { useJobColor } from '@/ui/jobs/jobColor';
import { colors } from '@/wasm/rules';
import styles from './ColorPicker.module.css';

interface ColorPickerProps {
  /** The name of the group; the name of the selected color is shown beside it. */
  label: string;
  /** The stored color, the light fill of one of the 14. */
  value: string;
  onChange: (color: string) => void;
  /** The permission that is required. */
  action?: Action;
}

const columns = 7;

/**
 * The 14 colors of a job or an appointment, with their names. Arrow keys move the focus without selecting, because
 * every selection is saved at once. Users without permission can read why.
 */
export function ColorPicker({ label, value, onChange, action = 'jobs.color' }: ColorPickerProps) {
  const { language, whyNot } = useSession();
  const paint = useJobColor();
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const hintId = useId();
  const reason = whyNot(action);
  const palette = colors().map((color) => ({ ...color, name: color[language] }));
  const at = palette.findIndex(({ light }) => light.toUpperCase() === value.toUpperCase());
  const { getItemProps } = useRovingIndex({
    total: palette.length,
    columns,
    loop: false,
    initialIndex: Math.max(at, 0),
  });

  return (
    <fieldset className={styles.picker} aria-describedby={reason === null ? undefined : hintId}>
      <legend>
        {label}
        <span className={styles.name} aria-hidden>
          {highlighted ?? palette[at]?.name ?? value}
        </span>
      </legend>
      {reason !== null && (
        <p id={hintId} className={styles.reason}>
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
                onPointerEnter={() => setHighlighted(name)}
                onPointerLeave={() => setHighlighted(null)}
                onFocus={() => setHighlighted(name)}
                onBlur={() => setHighlighted(null)}
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
