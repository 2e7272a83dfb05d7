import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { standingQuery } from './accountStanding';

const kept = 'ridgeline.unprovenDismissed';

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(kept) !== null;
  } catch {
    return false;
  }
}

/** Is it to be said that one's address is not confirmed? Until it is, or it was put away in this tab. */
export function useUnproven() {
  const { data } = useQuery(standingQuery);
  const [dismissed, setDismissed] = useState(wasDismissed);
  const dismiss = () => {
    setDismissed(true);
    try {
      sessionStorage.setItem(kept, 'yes');
    } catch {
      // A browser that keeps nothing says it again after a reload.
    }
  };
  // Where an identity provider knows the address, no mail of ours proves it.
  const unproven = data?.emailVerified === false && data.hasPassword;
  return { shown: unproven && !dismissed, dismiss };
}
