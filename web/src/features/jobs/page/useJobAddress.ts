import type { JobId } from '@bindings';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useCurrentId } from '@/queries/offline/temporaryIds';

/** The id of the job in the address. A job that was made without a network gets its address when it is stored. */
export function useJobAddress(): JobId {
  const { id: addressed = '' } = useParams();
  const id = useCurrentId(addressed);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (id === addressed) return;
    void navigate({ pathname: pathname.replace(addressed, id), search }, { replace: true, state });
  }, [id, addressed, pathname, search, state, navigate]);
  return id;
}
