import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import part from '@/components/jobs/JobPart.module.css';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { useJobSeries, useSeriesChanges } from '@/queries/planning/series';
import { confirm, popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { ChangeSeriesPanel } from './ChangeSeriesPanel';
import { seriesText } from './repeatDays';
import styles from './Series.module.css';

/** Deletes the jobs behind this one after a question, and says which ones stayed. */
function useStop(job: Job, left: number) {
  const { stop } = useSeriesChanges();
  return async () => {
    const sure = await confirm({
      body: m.series_stopSure({ count: left }),
      confirmLabel: m.series_stop(),
      danger: true,
    });
    if (!sure) return;
    try {
      const { deleted, kept } = await stop(job.id);
      const done = m.series_stopped({ count: deleted.length });
      if (kept.length === 0) toast.sweet(done);
      else toast.warn(done, m.series_kept({ count: kept.length }));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };
}

/** How often a job repeats and which one it is; for the company that runs it. Nothing if it does not repeat. */
export function JobSeriesPart({ job }: { job: Job }) {
  const { may, company } = useSession();
  const isOwn = company.companyType === 'contractor' && !isTemporaryId(job.id);
  const { data: series } = useJobSeries(job.id, isOwn);
  const [changing, setChanging] = useState(false);
  const left = series?.following ?? 0;
  const stop = useStop(job, left);
  if (!series) return null;
  return (
    <section className={part.box} aria-label={m.series_head()}>
      <h3 className={part.head}>{m.series_head()}</h3>
      <p className="num">{seriesText(series)}</p>
      <div className={styles.actions}>
        {may('jobs.edit') && (
          <Button
            variant="default"
            leftSection={<IconRepeat size={17} aria-hidden />}
            onClick={() => setChanging(true)}
          >
            {m.series_change()}
          </Button>
        )}
        {may('jobs.delete') && left > 0 && (
          <Button
            variant="default"
            leftSection={<IconRepeatOff size={17} aria-hidden />}
            onClick={() => void stop()}
          >
            {m.series_stop()}
          </Button>
        )}
      </div>
      {changing && <ChangeSeriesPanel job={job} series={series} onClose={() => setChanging(false)} />}
    </section>
  );
}
