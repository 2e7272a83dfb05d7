import { useCallback, useEffect, useRef, useState } from 'react';

/** So long at a time the browser may be busy before it hears presses again, in ms. */
const turn = 40;

/** Lets presses be heard in between long work, and ends it where it was stopped. */
export interface Breath {
  /** It has been busy long enough. */
  isDue: () => boolean;
  take: () => Promise<void>;
}

export function breathing(signal: AbortSignal): Breath {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since >= turn,
    take: async () => {
      await new Promise((go) => setTimeout(go));
      signal.throwIfAborted();
      since = performance.now();
    },
  };
}

/**
 * Work that takes its time: whoever cannot wait stops it by its button or Esc, and so does who leaves the page. What it
 * rejects with after that is nobody's concern.
 */
export function useStoppable() {
  const [busy, setBusy] = useState(false);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const stop = useCallback(() => {
    underWay.current?.abort();
    underWay.current = null;
    setBusy(false);
  }, []);

  useEffect(() => {
    if (!busy) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What lies open stays open: one press ends one thing.
      event.stopPropagation();
      stop();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [busy, stop]);

  const run = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    underWay.current?.abort();
    const own = new AbortController();
    underWay.current = own;
    setBusy(true);
    try {
      await work(own.signal);
    } catch (failure) {
      if (!own.signal.aborted) throw failure;
    } finally {
      if (underWay.current === own) stop();
    }
  };

  return { busy, run, stop };
}
