/** The facts of a job that are changed one at a time, each by its own call, so that nobody overwrites another's. */
import type { CustomerId, Job, JobId } from '@bindings';
import { useMemo } from 'react';

import { useJobChange } from './jobChange';
import { orNull } from './touched';

/** Each change shows at once and rejects with an `ApiFailure` when refused. */
export function useJobFacts(jobId: JobId) {
  const change = useJobChange();
  return useMemo(
    () => ({
      /** Null clears it. */
      customer: (jobCustomer: CustomerId | null): Promise<Job> =>
        change(
          jobId,
          { jobCustomer },
          { path: 'update/customer', body: { jobCustomer, jobId }, broken: 'jobUpdateFailed' },
        ),

      /** In dollars; null clears it. */
      contractAmount: (contractAmount: number | null): Promise<Job> =>
        change(
          jobId,
          { contractAmount },
          {
            path: 'contractAmount/update',
            body: { contractAmount, jobId },
            broken: 'contractAmountFailed',
          },
        ),

      jobNumber: (jobNumber: string): Promise<Job> =>
        change(
          jobId,
          { jobNumber: orNull(jobNumber) },
          { path: 'jobNumber/update', body: { jobNumber, jobId }, broken: 'jobUpdateFailed' },
        ),

      inspectionNote: (inspectionNote: string): Promise<Job> =>
        change(
          jobId,
          { inspectionNote: orNull(inspectionNote) },
          { path: 'update/inspectionNote', body: { inspectionNote, jobId }, broken: 'jobUpdateFailed' },
        ),
    }),
    [change, jobId],
  );
}
