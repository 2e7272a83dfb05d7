/** Tags and measurement reports of a job. Each is added or deleted by its own call. */
import type { Job, JobId, MeasurementReport, ReportId, Tag, TagId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { without } from '@/queries/mutations/lists';
import { optimisticId } from '@/queries/mutations/optimisticIds';
import type { ApiRequest } from '@/queries/mutations/request';
import { runChange } from './jobChange';
import { cachedJob, patchJob } from './jobsCache';
import type { JobPatch } from './optimisticJobs';

const withTag = (tag: Tag) => (job: Job) => ({ tags: [...without(job.tags, tag.id), tag] });
const withoutTag = (id: TagId) => (job: Job) => ({ tags: without(job.tags, id) });
const withReport = (report: MeasurementReport) => (job: Job) => ({
  reports: [...without(job.reports, report.id), report],
});
const withoutReport = (id: ReportId) => (job: Job) => ({ reports: without(job.reports, id) });

/** Tags and measurements of a job. Each shows at once and rejects with an `ApiFailure` when refused. */
export function useJobRecords(jobId: JobId) {
  const queries = useQueryClient();
  return useMemo(() => {
    /** Shows `shown` until there is a response, then the patch from the response. */
    async function change<T>(
      shown: JobPatch,
      sent: ApiRequest,
      fromResponse: (answer: T) => JobPatch,
    ): Promise<void> {
      const known = cachedJob(queries, jobId);
      await runChange<T>(queries, { id: jobId, patch: shown, known }, sent, (answer) =>
        patchJob(queries, jobId, fromResponse(answer)),
      );
    }

    return {
      addTag: (content: string): Promise<void> =>
        change<{ tag: Tag }>(
          withTag({ id: optimisticId(), content: content.trim(), jobId }),
          { path: 'addTag', body: { content, jobId }, failureNotice: 'tagAddFailed' },
          ({ tag }) => withTag(tag),
        ),

      deleteTag: (tagId: TagId): Promise<void> =>
        change(
          withoutTag(tagId),
          { path: 'deleteTag', body: { jobId, tagId }, failureNotice: 'tagDeleteFailed' },
          () => withoutTag(tagId),
        ),

      addReport: (measurement: string, amount: number): Promise<void> =>
        change<{ report: MeasurementReport }>(
          withReport({ id: optimisticId(), measurement, amount, jobId }),
          {
            path: 'addMeasurementReport',
            body: { jobId, measurement, amount },
            failureNotice: 'reportAddFailed',
          },
          ({ report }) => withReport(report),
        ),

      deleteReport: (id: ReportId): Promise<void> =>
        change(
          withoutReport(id),
          {
            method: 'DELETE',
            path: `deleteMeasurementReport/${encodeURIComponent(id)}`,
            failureNotice: 'reportDeleteFailed',
          },
          () => withoutReport(id),
        ),
    };
  }, [queries, jobId]);
}
