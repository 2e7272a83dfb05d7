import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { m } from '@/i18n';
import { profileQuery } from '@/queries/accounts/session';

import { StatusPage } from './StatusPage';

/** The pause between two tries, in ms. */
const retryPause = 5_000;

/** Shown when the server does not answer and this browser knows nothing of the user yet. It goes on by itself. */
export function NoServerScreen() {
  const queries = useQueryClient();
  // A try that is under way goes on: on a slow line each would be canceled by the next.
  const retry = useCallback(
    () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey }, { cancelRefetch: false }),
    [queries],
  );
  useEffect(() => {
    const timer = setInterval(retry, retryPause);
    return () => clearInterval(timer);
  }, [retry]);
  return (
    <StatusPage alone title={m.shell_noServerTitle()} body={m.shell_noServerBody()}>
      <button type="button" onClick={retry}>
        {m.jobs_retry()}
      </button>
    </StatusPage>
  );
}
