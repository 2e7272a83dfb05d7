import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { ApiFailure } from '@/api/client';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { RefetchIndicator, SkeletonCards } from '@/ui/feedback/Skeletons';
import { useCloseOverlay } from '@/ui/navigation/closeOverlay';
import { Overlay } from '@/ui/overlays/Overlay';
import { type MoveRow, moveRows } from './moveRows';
import styles from './Shift.module.css';
import { ShiftFields } from './ShiftFields';
import { ShiftMoves } from './ShiftMoves';
import { useShiftAddress } from './shiftAddress';
import { type ShiftFormState, useShiftForm } from './useShiftForm';

/** The button in the footer submits the form in the body. */
const formId = 'shift-form';

/** How many jobs move, who must accept again, and how many overlap. */
function Summary({ rows }: { rows: readonly MoveRow[] }) {
  const count = rows.filter(({ will }) => will !== null).length;
  const again = rows.filter(({ asksAgain }) => asksAgain).length;
  const overlapping = rows.filter(({ overlaps }) => overlaps.length > 0).length;
  return (
    <p className={styles.summary} role="status">
      <b>{m.shift_count({ count })}</b>
      {again > 0 && <span data-warn>{m.shift_againCount({ count: again })}</span>}
      {overlapping > 0 && <span data-warn>{m.lanes_overlapping({ count: overlapping })}</span>}
      {count > 0 && <span className="muted">{m.shift_toldOnce()}</span>}
    </p>
  );
}

/** What would move, or why that is not known. */
function Preview({ state, rows }: { state: ShiftFormState; rows: readonly MoveRow[] }) {
  const { plan, adjusted, adjust, resetAdjusted, isCurrent, changed, form } = state;
  const failure = plan.error instanceof ApiFailure ? plan.error : null;
  if (failure !== null) {
    if (failure.fields.some(({ field }) => field in form.values)) return null;
    if (adjusted.size > 0 && failure.status === 422)
      return (
        <ErrorBox>
          <span className="row">
            <span className="grow">{failure.message}</span>
            <Button variant="default" onClick={resetAdjusted}>
              {m.shift_startOver()}
            </Button>
          </span>
        </ErrorBox>
      );
    return <LoadFailure why={failure.message} onRetry={() => plan.refetch()} busy={plan.isFetching} />;
  }
  if (plan.data === undefined) return plan.isFetching ? <SkeletonCards count={3} height={64} /> : null;
  return (
    <div aria-busy={!isCurrent}>
      <RefetchIndicator when={!isCurrent} />
      {changed && <ErrorBox>{m.shift_changed()}</ErrorBox>}
      {rows.length === 0 ? (
        <EmptyState title={m.shift_nothing()}>{m.shift_nothingHint()}</EmptyState>
      ) : (
        <>
          <Summary rows={rows} />
          <ShiftMoves rows={rows} adjust={adjust} />
        </>
      )}
    </div>
  );
}

/** Moves the jobs of a day, or one job with those behind it: what would move, single changes, and sending it once. */
export function ShiftOverlay() {
  const { whyNot } = useSession();
  const address = useShiftAddress();
  const leave = useCloseOverlay();
  const close = () => leave(address.home);
  const state = useShiftForm(address, close);
  const { form, plan, adjusted, isCurrent } = state;
  const { jobs } = useJobs();
  const { day } = form.values;
  const rows = useMemo(
    () =>
      moveRows({
        moves: plan.data?.moves ?? [],
        adjusted,
        given: address.adjusted,
        jobs: new Map(jobs?.map((job) => [job.id, job])),
        day,
        chosen: address.jobs,
      }),
    [plan.data, adjusted, jobs, day, address],
  );
  const count = rows.filter(({ will }) => will !== null).length;
  const locked = whyNot('jobs.schedule');
  const ofDay = address.jobs.length === 0;
  return (
    <Overlay
      title={ofDay ? m.shift_title() : m.shift_titleFollowing()}
      under={ofDay ? m.shift_hint() : m.shift_hintFollowing()}
      onClose={close}
      dirty={(form.dirty || state.isAdjusted) && !form.busy}
      footer={
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Permitted action="jobs.schedule" unless={count === 0 ? m.shift_nothing() : null}>
            <Button type="submit" form={formId} loading={form.busy || (!isCurrent && plan.isFetching)}>
              {count === 0 ? m.shift_move() : m.shift_send({ count })}
            </Button>
          </Permitted>
        </>
      }
    >
      <div className={styles.shift}>
        <form id={formId} {...form.form}>
          {locked !== null && <ErrorBox>{locked}</ErrorBox>}
          <fieldset disabled={locked !== null}>
            <ShiftFields state={state} ofDay={ofDay} />
          </fieldset>
        </form>
        {locked === null && <Preview state={state} rows={rows} />}
      </div>
    </Overlay>
  );
}
