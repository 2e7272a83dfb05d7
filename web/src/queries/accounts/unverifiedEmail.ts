import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { accountQuery } from './account';

const dismissedKey = 'ridgeline.unprovenDismissed';

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(dismissedKey) !== null;
  } catch {
    return false;
  }
}

/** Whether to show that the address is not verified: until it is, or until the message was dismissed in this tab. */
export function useUnverifiedEmail() {
  const { data } = useQuery(accountQuery);
  const [dismissed, setDismissed] = useState(wasDismissed);
  const dismiss = () => {
    setDismissed(true);
    try {
      sessionStorage.setItem(dismissedKey, 'yes');
    } catch {
      // Without storage it is shown again after a reload.
    }
  };
  // With an identity provider, the provider verifies the address.
  const unverified = data?.emailVerified === false && data.hasPassword;
  return { shown: unverified && !dismissed, dismiss };
}
