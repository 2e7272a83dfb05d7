/**
 * The fields of a job that are changed one at a time, each by its own call, so that users do not overwrite each other's
 * changes.
 */
import type { CustomerId, Job, JobId } from '@bindings';
import { useMemo } from 'react';
import { blankToNull } from '@/queries/mutations/changedFields';
import { useJobChange } from './jobChange';

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
          { path: 'update/customer', body: { jobCustomer, jobId }, failureNotice: 'jobUpdateFailed' },
        ),

      /** In dollars; null clears it. */
      contractAmount: (contractAmount: number | null): Promise<Job> =>
        change(
          jobId,
          { contractAmount },
          {
            path: 'contractAmount/update',
            body: { contractAmount, jobId },
            failureNotice: 'contractAmountFailed',
          },
        ),

      jobNumber: (jobNumber: string): Promise<Job> =>
        change(
          jobId,
          { jobNumber: blankToNull(jobNumber) },
          { path: 'jobNumber/update', body: { jobNumber, jobId }, failureNotice: 'jobUpdateFailed' },
        ),

      inspectionNote: (inspectionNote: string): Promise<Job> =>
        change(
          jobId,
          { inspectionNote: blankToNull(inspectionNote) },
          {
            path: 'update/inspectionNote',
            body: { inspectionNote, jobId },
            failureNotice: 'jobUpdateFailed',
          },
        ),
    }),
    [change, jobId],
  );
}
