/** What is kept with a job and told with it: tags and measurement reports. Each is added or deleted by its own call. */
import type { Job, JobId, MeasurementReport, ReportId, Tag, TagId } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { runChange, type Sent } from './jobChange';
import { amend, knownJob } from './jobsCache';
import type { JobPatch } from './jobsOverlay';
import { idOnItsWay } from './onItsWay';

const without = <T extends { id: string }>(list: readonly T[], id: string): T[] =>
  list.filter((each) => each.id !== id);

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
    /** `shown` until the answer is there, then what the answer makes of it. */
    async function change<T>(shown: JobPatch, sent: Sent, told: (answer: T) => JobPatch): Promise<void> {
      const known = knownJob(queries, jobId);
      await runChange<T>(queries, { id: jobId, patch: shown, known }, sent, (answer) =>
        amend(queries, jobId, told(answer)),
      );
    }

    return {
      addTag: (content: string): Promise<void> =>
        change<{ tag: Tag }>(
          withTag({ id: idOnItsWay(), content: content.trim(), jobId }),
          { path: 'addTag', body: { content, jobId }, broken: 'tagAddFailed' },
          ({ tag }) => withTag(tag),
        ),

      deleteTag: (tagId: TagId): Promise<void> =>
        change(
          withoutTag(tagId),
          { path: 'deleteTag', body: { jobId, tagId }, broken: 'tagDeleteFailed' },
          () => withoutTag(tagId),
        ),

      addReport: (measurement: string, amount: number): Promise<void> =>
        change<{ report: MeasurementReport }>(
          withReport({ id: idOnItsWay(), measurement, amount, jobId }),
          { path: 'addMeasurementReport', body: { jobId, measurement, amount }, broken: 'reportAddFailed' },
          ({ report }) => withReport(report),
        ),

      deleteReport: (id: ReportId): Promise<void> =>
        change(
          withoutReport(id),
          {
            method: 'DELETE',
            path: `deleteMeasurementReport/${encodeURIComponent(id)}`,
            broken: 'reportDeleteFailed',
          },
          () => withoutReport(id),
        ),
    };
  }, [queries, jobId]);
}
