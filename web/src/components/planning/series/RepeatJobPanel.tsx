import type { Job } from '@bindings';
import { m } from '@/i18n';
import { useSeriesChanges } from '@/queries/planning/series';
import { useWorkdays } from '@/queries/planning/workdays';
import { RepeatPanel } from './RepeatPanel';

/** Repeats a scheduled job. */
export function RepeatJobPanel({ job, onClose }: { job: Job; onClose: () => void }) {
  const { data: workdays } = useWorkdays();
  const { repeat } = useSeriesChanges();
  return (
    <RepeatPanel
      title={m.series_repeatTitle()}
      under={job.title}
      start={job.startDate ?? ''}
      calendar={workdays}
      texts={{
        hint: m.series_hint(),
        endTimes: m.series_endTimes(),
        times: m.series_times(),
        create: (input) => m.series_create(input),
        made: (input) => m.series_made(input),
      }}
      save={async (rule) => (await repeat({ jobId: job.id, ...rule })).jobs.length}
      onClose={onClose}
    />
  );
}
