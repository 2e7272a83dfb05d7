import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '@/i18n';
import { profileQuery } from '@/queries/accounts/session';

import { StatusPage } from './StatusPage';

/** The pause between two tries, in ms. */
const retryPause = 5_000;

/** Shown when the server does not answer and this browser knows nothing of the user yet. It goes on by itself. */
export function NoServerScreen() {
  const queries = useQueryClient();
  const retry = () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey });
  useEffect(() => {
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
      retryPause,
    );
    return () => clearInterval(timer);
  }, [queries]);
  return (
    <StatusPage alone title={m.shell_noServerTitle()} body={m.shell_noServerBody()}>
      <button type="button" onClick={retry}>
        {m.jobs_retry()}
      </button>
    </StatusPage>
  );
}
