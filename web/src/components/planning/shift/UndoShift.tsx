import type { KeptJob } from '@bindings';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useCachedJobs } from '@/queries/planning/follows';
import { forgetShift, useLastShift } from '@/queries/planning/lastShift';
import { type RestoredJobs, useShiftUndo } from '@/queries/planning/shift';
import { timeText } from '@/ui/dates/times';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { PlanningLine } from '../PlanningLine';
import styles from './UndoShift.module.css';

/** Why a job stays as it is. */
function KeptLine({ jobId, reason }: KeptJob) {
  const { find } = useCachedJobs();
  const job = find(jobId)?.title;
  const text =
    reason === 'deleted' || job === undefined
      ? m.shift_keptDeleted()
      : reason === 'answered'
        ? m.shift_keptAnswered({ job })
        : m.shift_keptChanged({ job });
  return <span className={styles.kept}>{text}</span>;
}

/** Says what came back, and which jobs stayed and why. */
function report({ restored, kept }: RestoredJobs): void {
  const back = m.shift_undone({ count: restored.length });
  if (kept.length === 0) toast.sweet(back);
  else
    void popup.sweet(
      <>
        {back} {m.shift_keptThese()}
        {kept.map((job) => (
          <KeptLine key={job.jobId} {...job} />
        ))}
      </>,
    );
}

/** The last move of many jobs, with its undo: as long as the server takes it back. */
export function UndoShift() {
  const { company } = useSession();
  const zone = useCompanyZone();
  const last = useLastShift(company.id);
  const undo = useShiftUndo();
  const [busy, setBusy] = useState(false);
  if (last === null) return null;

  const takeBack = async () => {
    setBusy(true);
    try {
      report(await undo(last.id));
      forgetShift();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      // It was taken back already, or too much time has passed.
      if (!failure.passing) forgetShift();
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };

  const moved = m.shift_moved({ count: last.count });
  return (
    <PlanningLine
      label={moved}
      tone="ok"
      icon={<IconCircleCheck size={20} aria-hidden />}
      action={
        <Button variant="default" loading={busy} onClick={() => void takeBack()}>
          {m.common_undo()}
        </Button>
      }
      onDismiss={forgetShift}
    >
      {moved} {m.shift_undoUntil({ time: timeText(new Date(last.until).toISOString(), zone) })}
    </PlanningLine>
  );
}
