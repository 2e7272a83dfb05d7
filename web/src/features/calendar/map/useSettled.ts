import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** How long a value rests before it is written, in ms. Browsers refuse an address that changes with every key. */
const rest = 300;

/**
 * A value of the address that changes faster than an address may: it shows at once and is written when it rests. An
 * address that somebody else changes counts.
 */
export function useSettled<T extends string | null>(
  kept: T,
  keep: (value: T) => void,
): [T, (value: T) => void] {
  const [seen, setSeen] = useState(kept);
  const [now, setNow] = useState<{ value: T } | null>(null);
  const [written, setWritten] = useState(kept);
  const write = useDebouncedCallback((value: T) => {
    setWritten(value);
    keep(value);
  }, rest);
  if (kept !== seen) {
    setSeen(kept);
    // What was written has arrived; what came after it is still on its way there.
    if (now !== null && (kept !== written || kept === now.value)) setNow(null);
  }
  const change = (value: T) => {
    setNow({ value });
    write(value);
  };
  return [now === null ? kept : now.value, change];
}
