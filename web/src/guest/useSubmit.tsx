/** @jsxImportSource preact */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import type { GuestTask } from './guestStorage';
import { useQueue } from './useGuestPage';

interface Submit {
  busy: boolean;
  /** Shown where nothing could be stored; null otherwise. */
  failure: JSX.Element | null;
  /** Stores a task, which is then sent. False if there is no space for it: the form keeps its text. */
  add: (task: GuestTask) => Promise<boolean>;
}

export function useSubmit(): Submit {
  const queue = useQueue();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const add = async (task: GuestTask): Promise<boolean> => {
    setBusy(true);
    try {
      await queue.add(task);
      setFailed(false);
      return true;
    } catch {
      setFailed(true);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const failure = failed ? (
    <p class="guestError" role="alert">
      {m.guest_noSpace()}
    </p>
  ) : null;
  return { busy, failure, add };
}
