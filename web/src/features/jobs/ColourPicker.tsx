import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { language, useLanguage } from '@/i18n';
import { useJobColour } from '@/ui/jobColour';
import { colours } from '@/wasm/rules';

import styles from './ColourPicker.module.css';

interface ColourPickerProps {
  /** The spoken name of the group. */
  label: string;
  /** The stored color, the light fill of one of the 14. */
  value: string;
  onChange: (color: string) => void;
}

/** The 14 colors of the palette. Arrow keys go from one to the next, as in every group of radio buttons. */
export function ColourPicker({ label, value, onChange }: ColourPickerProps) {
  useLanguage();
  const paint = useJobColour();
  const group = useId();
  const chosen = value.toUpperCase();
  return (
    <fieldset className={styles.grid} aria-label={label}>
      {colours().map((colour) => {
        const { fill, text } = paint(colour.light);
        const on = colour.light.toUpperCase() === chosen;
        return (
          <label key={colour.light} className={styles.swatch} style={{ background: fill, color: text }}>
            <input
              type="radio"
              name={group}
              className={styles.radio}
              aria-label={colour[language()]}
              checked={on}
              onChange={() => onChange(colour.light)}
            />
            {on && <IconCheck size={16} stroke={3} aria-hidden />}
          </label>
        );
      })}
    </fieldset>
  );
}
