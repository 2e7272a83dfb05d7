import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The debounce of the address, in ms. */
const pause = 300;

/**
 * A search term that shows at once and is written to the address when the typing pauses.
 *
 * Until the address has the written term, the typed text counts: letters that are typed meanwhile are not lost.
 */
export function useDebouncedSearch(inAddress: string, put: (text: string) => void) {
  const [typing, setTyping] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  if (told !== null && told === inAddress) {
    setTold(null);
    if (typing === told) setTyping(null);
  }
  const settle = useDebouncedCallback((text: string) => {
    setTold(text);
    put(text);
  }, pause);
  const set = (text: string) => {
    setTyping(text);
    settle(text);
  };
  return {
    text: typing ?? inAddress,
    set,
    /** Writes the term at once: a later update would bring back a user who has left the field. */
    flush: () => settle.flush(),
    /** Discards what was typed and not written yet. */
    drop: () => {
      settle.cancel();
      setTyping(null);
      setTold(null);
    },
  };
}
