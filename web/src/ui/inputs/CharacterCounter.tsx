import type { TextareaProps } from '@mantine/core';
import { m } from '@/i18n';
import { remaining } from '@/wasm/rules';

import styles from './CharacterCounter.module.css';
import { GrowingTextarea } from './GrowingTextarea';

/** `121 / 500`, ochre near the limit, crimson beyond. Screen readers announce only the thresholds. */
export function CharacterCounter({ text, max }: { text: string; max: number }) {
  const left = remaining(text, max, null) ?? 0;
  const used = max - left;
  const tone = used > max ? 'over' : used >= max * 0.9 ? 'near' : 'calm';
  const announcement =
    left <= 0 ? m.common_limitReached() : left <= 20 ? m.common_charactersLeft({ count: 20 }) : '';
  return (
    <>
      <span className={styles.counter} data-tone={tone} aria-hidden>
        {used} / {max}
      </span>
      <span className="spoken" role="status">
        {announcement}
      </span>
    </>
  );
}

/** A textarea with its counter. */
export function TextareaWithCounter({
  max,
  value,
  ...props
}: TextareaProps & { max: number; value: string }) {
  return (
    <div className={styles.field}>
      <GrowingTextarea minRows={3} maxRows={10} value={value} {...props} />
      <div className={styles.below}>
        <CharacterCounter text={value} max={max} />
      </div>
    </div>
  );
}
