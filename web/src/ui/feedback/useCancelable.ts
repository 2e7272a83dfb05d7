import { useCallback, useEffect, useRef, useState } from 'react';

/** How long the main thread may be blocked at a time, in ms. */
const maxBlocking = 40;

/** Yields to the browser during long work, and throws when it was canceled. */
export interface MainThreadYielder {
  /** The main thread has been blocked for the maximum time. */
  isDue: () => boolean;
  yieldNow: () => Promise<void>;
}

export function createYielder(signal: AbortSignal): MainThreadYielder {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since >= maxBlocking,
    yieldNow: async () => {
      await new Promise((go) => setTimeout(go));
      signal.throwIfAborted();
      since = performance.now();
    },
  };
}

/**
 * A long-running task that is canceled by its button, by Esc, or by leaving the page. A rejection after that is
 * ignored.
 */
export function useCancelable() {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
  }, []);

  useEffect(() => {
    if (!busy) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Esc only cancels: dialogs stay open.
      event.stopPropagation();
      stop();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [busy, stop]);

  const run = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      await work(controller.signal);
    } catch (failure) {
      if (!controller.signal.aborted) throw failure;
    } finally {
      if (running.current === controller) stop();
    }
  };

  return { busy, run, stop };
}
