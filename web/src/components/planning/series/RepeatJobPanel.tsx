import type { Job, RepeatRule } from '@bindings';
import { m } from '@/i18n';
import { useRepeatedDays, useSeriesChanges } from '@/queries/planning/series';
import { RepeatPanel } from './RepeatPanel';

/** Repeats a scheduled job. */
export function RepeatJobPanel({ job, onClose }: { job: Job; onClose: () => void }) {
  const { repeat } = useSeriesChanges();
  const useDays = (rule: RepeatRule | null) => useRepeatedDays(job, rule);
  return (
    <RepeatPanel
      title={m.series_repeatTitle()}
      under={job.title}
      useDays={useDays}
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
