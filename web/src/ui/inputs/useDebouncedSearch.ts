import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The debounce of the address, in ms. */
const pause = 300;

/**
 * A search term that shows at once and is written to the address when the typing pauses.
 *
 * Until the address has the written term, the typed text counts: letters that are typed meanwhile are not lost.
 */
export function useDebouncedSearch(inAddress: string, writeAddress: (text: string) => void) {
  const [typing, setTyping] = useState<string | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  if (written !== null && written === inAddress) {
    setWritten(null);
    if (typing === written) setTyping(null);
  }
  const settle = useDebouncedCallback((text: string) => {
    setWritten(text);
    writeAddress(text);
  }, pause);
  const set = (text: string) => {
    setTyping(text);
    settle(text);
  };
  return {
    text: typing ?? inAddress,
    set,
    /** Writes the term at once: a later update of the address would navigate a user who has left back here. */
    flush: () => settle.flush(),
    /** Discards typed text that is not written yet. */
    drop: () => {
      settle.cancel();
      setTyping(null);
      setWritten(null);
    },
  };
}
