import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** How long a value rests before it is written, in ms. Browsers refuse an address that changes with every key. */
const rest = 300;

/**
 * A debounced query parameter: changes show at once and are written to the address when they pause. A change of the
 * address from elsewhere wins.
 */
export function useDebouncedParam<T extends string | null>(
  current: T,
  writeParam: (value: T) => void,
): [T, (value: T) => void] {
  const [seen, setSeen] = useState(current);
  const [now, setNow] = useState<{ value: T } | null>(null);
  const [written, setWritten] = useState(current);
  const write = useDebouncedCallback((value: T) => {
    setWritten(value);
    writeParam(value);
  }, rest);
  if (current !== seen) {
    setSeen(current);
    // The written value has arrived; a newer one may still be pending.
    if (now !== null && (current !== written || current === now.value)) setNow(null);
  }
  const change = (value: T) => {
    setNow({ value });
    write(value);
  };
  return [now === null ? current : now.value, change];
}
