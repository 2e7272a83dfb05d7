import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The delay before a value is written, in ms. Browsers limit how often the URL can change. */
const delay = 300;

/**
 * A debounced query parameter: changes show at once and are written to the URL when they pause. A change of the URL
 * from elsewhere wins.
 */
export function useDebouncedParam<T extends string | null>(
  current: T,
  writeParam: (value: T) => void,
): [T, (value: T) => void] {
  const [previous, setPrevious] = useState(current);
  const [now, setNow] = useState<{ value: T } | null>(null);
  const [written, setWritten] = useState(current);
  const write = useDebouncedCallback((value: T) => {
    setWritten(value);
    writeParam(value);
  }, delay);
  if (current !== previous) {
    setPrevious(current);
    // The written value has arrived; a newer one may still be pending.
    if (now !== null && (current !== written || current === now.value)) setNow(null);
  }
  const change = (value: T) => {
    setNow({ value });
    write(value);
  };
  return [now === null ? current : now.value, change];
}
