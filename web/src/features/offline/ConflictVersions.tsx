import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { type Conflicting, useServerVersion } from '@/queries/offline/outboxConflicts';
import { discard, overwrite } from '@/queries/offline/outboxSender';
import { dayText } from '@/ui/dates/dates';
import { dateTimeText } from '@/ui/dates/times';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { popup } from '@/ui/overlays/popups';
import { quantityText } from '@/ui/print/orderDocument';
import { isScheduled, lineTotal, moneyFormat, orderTotal } from '@/wasm/rules';

import styles from './Outbox.module.css';

/** The state that the user saw, or the current one. */
function Version({ entry }: { entry: Conflicting }) {
  const zone = useCompanyZone();
  if (entry.kind === 'sign') {
    const { orderItems } = entry.order;
    return (
      <>
        <ul className={styles.items}>
          {orderItems.map(({ id, title, quantity, unitCost }) => (
            <li key={id}>
              <span>{title}</span>
              <span className="num">
                {quantityText(quantity)} × {moneyFormat(unitCost)} ={' '}
                {moneyFormat(lineTotal(unitCost, quantity))}
              </span>
            </li>
          ))}
        </ul>
        <p className={`num ${styles.total}`}>
          {m.outbox_total({ sum: moneyFormat(orderTotal(orderItems)) })}
        </p>
      </>
    );
  }
  if (entry.kind === 'completeJob' || entry.kind === 'answerJob') {
    const { status, startDate, endDate } = entry.job;
    const days = [...new Set([startDate, endDate])].map(dayText);
    return (
      <>
        <StatusPill status={status} />
        <p className="num">{isScheduled(startDate, endDate) ? days.join(' – ') : m.common_unscheduled()}</p>
      </>
    );
  }
  const { status, start, end } = entry.appointment;
  return (
    <>
      <StatusPill status={status === 'complete' ? 'complete' : 'active'} />
      <p className="num">
        {dateTimeText(start, zone)} – {dateTimeText(end, zone)}
      </p>
    </>
  );
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.version} aria-label={title}>
    <h4>{title}</h4>
    {children}
  </section>
);

interface AnswerAgainProps {
  now: Conflicting | null | undefined;
  busy: boolean;
  send: (anew: Conflicting) => void;
}

/** The answer to the job as it is now. */
function AnswerAgain({ now, busy, send }: AnswerAgainProps) {
  const answer = (accepts: boolean) => now?.kind === 'answerJob' && send({ ...now, accepts });
  return (
    <>
      <Button variant="default" disabled={busy || !now} onClick={() => answer(false)}>
        {m.jobs_decline()}
      </Button>
      <Button disabled={busy || !now} onClick={() => answer(true)}>
        {m.outbox_acceptNow()}
      </Button>
    </>
  );
}

/** A conflict: both versions side by side, and the choice between them. */
export function ConflictVersions({ entry }: { entry: Conflicting }) {
  const { now, error, refetch } = useServerVersion(entry);
  const [busy, setBusy] = useState(false);
  const choose = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={styles.versions}>
        <Column title={m.outbox_saw()}>
          <Version entry={entry} />
        </Column>
        <Column title={m.outbox_now()}>
          {now !== undefined && now !== null ? (
            <Version entry={now} />
          ) : now === null ? (
            <p>{m.outbox_gone()}</p>
          ) : error === null ? (
            <p role="status">{m.common_loading()}</p>
          ) : (
            <>
              <p role="status">{error.message}</p>
              <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
                {m.outbox_again()}
              </Button>
            </>
          )}
        </Column>
      </div>
      <div className={styles.actions}>
        <Button variant="default" disabled={busy} onClick={() => void choose(() => discard([entry]))}>
          {entry.kind === 'answerJob' ? m.outbox_noAnswer() : m.outbox_theirs()}
        </Button>
        {entry.kind === 'answerJob' ? (
          <AnswerAgain now={now} busy={busy} send={(anew) => void choose(() => overwrite(anew))} />
        ) : (
          <Button disabled={busy || !now} onClick={() => now && void choose(() => overwrite(now))}>
            {m.outbox_anyway()}
          </Button>
        )}
      </div>
    </>
  );
}
