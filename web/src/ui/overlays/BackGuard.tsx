import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { isClosingOverlay } from '@/ui/navigation/closeOverlay';
import { confirmDiscard, isAskingToDiscard, unsavedInput } from './unsavedForms';

function Guard(): null {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && !isClosingOverlay());
  const latest = useRef<Blocker | null>(null);
  const asks = useRef(false);
  useEffect(() => {
    latest.current = blocker;
    return () => {
      latest.current = null;
    };
  }, [blocker]);
  useEffect(() => {
    if (blocker.state !== 'blocked' || asks.current) return;
    // The question is open already, for another way out: this one is not taken.
    if (isAskingToDiscard()) return blocker.reset();
    asks.current = true;
    void confirmDiscard().then((discard) => {
      asks.current = false;
      // Meanwhile the form may have been saved, and the app have gone elsewhere.
      const now = latest.current;
      if (now?.state !== 'blocked') return;
      if (discard) now.proceed();
      else now.reset();
    });
  }, [blocker]);
  return null;
}

/**
 * Asks before the browser's Back, or the gesture of a phone, leaves a form with unsaved input. Mounted once, at the root of
 * the app.
 */
export function BackGuard() {
  const isUnsaved = useSyncExternalStore(unsavedInput.subscribe, unsavedInput.read);
  return isUnsaved ? <Guard /> : null;
}
