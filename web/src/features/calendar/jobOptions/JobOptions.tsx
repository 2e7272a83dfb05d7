import type { Job } from '@bindings';
import { useCallback, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { runWithToast } from '@/components/feedback/runWithToast';
import { ColorPicker } from '@/components/jobs/ColorPicker';
import { JobCalendars } from '@/components/jobs/JobCalendars';
import { JobTags } from '@/components/jobs/JobTags';
import { OverlapWarning } from '@/components/jobs/OverlapWarning';
import { ScheduleForm } from '@/components/jobs/ScheduleForm';
import { useFollowsLine } from '@/components/planning/follows/useFollowsLine';
import { m, notice } from '@/i18n';
import { useJob, useJobChanges } from '@/queries/jobs/jobs';
import { dayText } from '@/ui/dates/dates';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { CrewName } from '@/ui/jobs/CrewName';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { Overlay } from '@/ui/overlays/Overlay';
import { popup } from '@/ui/overlays/popups';
import { UnsavedForms, useUnsavedForms } from '@/ui/overlays/UnsavedFormsContext';
import { isScheduled } from '@/wasm/rules';
import { useCalendarView } from '../useCalendarView';
import { useJobMoves } from '../useJobMoves';
import { JobActions } from './JobActions';
import styles from './JobOptions.module.css';

/** A moved bar is rendered again, so the one that opened the options may not exist anymore: the new one gets focus. */
function focusJob(id: string, frames = 20): void {
  requestAnimationFrame(() => {
    const at = document.activeElement;
    // The navigation takes a moment, during which the options are still mounted.
    if (at?.closest('[role="dialog"]') && frames > 0) return focusJob(id, frames - 1);
    if (at !== document.body) return;
    const shown = document.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`);
    shown?.focus({ preventScroll: true });
  });
}

function Under({ job }: { job: Job }) {
  const follows = useFollowsLine()(job);
  const scheduled = isScheduled(job.startDate, job.endDate);
  const dates = job.startDate === job.endDate ? [job.startDate] : [job.startDate, job.endDate];
  return (
    <div className={styles.under}>
      <div className="num">
        {job.jobNumber !== null && `#${job.jobNumber}, `}
        {scheduled ? dates.map(dayText).join(' – ') : <StatusPill status="unscheduled" />}
      </div>
      <CrewName job={job} long />
      {follows !== null && <div>{follows}</div>}
    </div>
  );
}

/** The actions on a job, without leaving the calendar. */
export function JobOptions() {
  const { id = '' } = useParams();
  const { job, error } = useJob(id);
  const { home } = useCalendarView();
  const { changeColor } = useJobChanges();
  const { move } = useJobMoves();
  const { dirty, report } = useUnsavedForms();
  const navigate = useNavigate();
  const leave = useCloseOverlay();
  const { pathname, search } = home;
  const close = useCallback(() => {
    leave({ pathname, search });
    focusJob(id);
  }, [leave, pathname, search, id]);

  const notFound = error instanceof ApiFailure && !error.passing;
  const lost = notFound || (error !== null && job === undefined);
  const message = error?.message;
  useEffect(() => {
    if (!lost) return;
    void navigate({ pathname, search }, { replace: true });
    void popup.oops(notFound ? notice('jobNotFound') : message);
  }, [lost, notFound, message, navigate, pathname, search]);

  if (lost || job === undefined) return null;
  const done = job.status === 'complete';
  return (
    <Overlay
      title={job.title}
      windowName={`${job.title}, ${m.calendar_options()}`}
      onClose={close}
      dirty={dirty}
      size={460}
      before={
        <span className={styles.color}>
          <ColorBar color={job.color} done={done} width={8} height="100%" />
        </span>
      }
      beside={done ? <StatusPill status="complete" /> : undefined}
      under={<Under job={job} />}
    >
      <div className={styles.options}>
        <JobActions job={job} onClose={close}>
          <ScheduleForm
            job={job}
            note={(span) => <OverlapWarning job={job} span={span} />}
            action={job.startDate === null ? m.calendar_schedule() : m.calendar_moveDates()}
            save={(span) => {
              close();
              return move(job, span);
            }}
          />
          <ColorPicker
            label={m.calendar_color()}
            value={job.color}
            onChange={(color) => void runWithToast(() => changeColor(job.id, color), notice('jobUpdated'))}
          />
          <UnsavedForms report={report}>
            <JobTags job={job} />
            <JobCalendars job={job} />
          </UnsavedForms>
        </JobActions>
      </div>
    </Overlay>
  );
}
