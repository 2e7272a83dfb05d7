import type { BulkChangeForm, BulkChangeId, JobId } from '@bindings';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useBulkChange } from '@/queries/jobs/bulkChange';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';

/** Reports a failure, and passes other errors on. */
function report(failure: unknown): void {
  if (!(failure instanceof ApiFailure)) throw failure;
  void popup.oops(failure.message);
}

/** Changes the selected jobs, says how many were changed, and offers to undo it. */
export function useBulkAction(ids: ReadonlySet<JobId>, onDone: () => void) {
  const { change, undo } = useBulkChange();
  const [busy, setBusy] = useState(false);

  const takeBack = async (id: BulkChangeId) => {
    try {
      const { jobs, refused } = await undo(id);
      if (refused.length === 0) toast.sweet(m.bulk_undone({ count: jobs.length }));
      else toast.warn(m.bulk_undone({ count: jobs.length }), m.bulk_kept({ count: refused.length }));
    } catch (failure) {
      report(failure);
    }
  };

  const run = async (what: BulkChangeForm): Promise<boolean> => {
    setBusy(true);
    try {
      const { jobs, refused, undo: id } = await change([...ids], what);
      const left = refused.length === 0 ? null : m.bulk_refused({ count: refused.length });
      toast.undo(m.bulk_changed({ count: jobs.length }), left, () => void takeBack(id));
      onDone();
      return true;
    } catch (failure) {
      report(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
