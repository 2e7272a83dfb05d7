import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The address follows when the typing pauses for so many ms. */
const pause = 300;

/**
 * What is looked for: what is being typed shows at once, the address follows when the typing pauses.
 *
 * The address takes its time. Until it says what it was told, what is typed counts: letters that are typed
 * meanwhile are not taken back.
 */
export function useTypedSearch(inAddress: string, put: (text: string) => void) {
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
    /** Tells the address at once: whoever leaves the field would be called back by one that follows later. */
    flush: () => settle.flush(),
    /** Forgets what was typed and not yet told. */
    drop: () => {
      settle.cancel();
      setTyping(null);
      setTold(null);
    },
  };
}
