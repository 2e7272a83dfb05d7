import type { DeliveryStatus, Webhook, WebhookDelivery } from '@bindings';
import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useDeliveries, useWebhookChanges } from '@/queries/webhooks';
import { dateTimeText } from '@/ui/dates/times';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { RecordList, RecordRow, StateBadge } from '@/ui/layout/RecordList';
import { eventText } from './events';
import styles from './Webhooks.module.css';

const states: Record<
  DeliveryStatus,
  { tone: ComponentProps<typeof StateBadge>['tone']; word: () => string }
> = {
  pending: { tone: 'wait', word: () => m.webhooks_pending() },
  delivered: { tone: 'good', word: () => m.webhooks_delivered() },
  failed: { tone: 'bad', word: () => m.webhooks_failed() },
};

/** How often it was tried, what the receiver answered, and when it is tried next. */
function Facts({ delivery }: { delivery: WebhookDelivery }) {
  const { tries, responseStatus, nextTryAt, createdAt, status } = delivery;
  const zone = useCompanyZone();
  const facts = [dateTimeText(createdAt, zone)];
  if (tries > 0) {
    facts.push(m.webhooks_tries({ count: tries }));
    facts.push(
      responseStatus === null ? m.webhooks_noAnswer() : m.webhooks_status({ status: responseStatus }),
    );
  }
  if (status === 'pending' && tries > 0 && nextTryAt !== null)
    facts.push(m.webhooks_nextTry({ when: dateTimeText(nextTryAt, zone) }));
  return <div className="muted num">{facts.join(' · ')}</div>;
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { id, event, status, response, createdAt } = delivery;
  const zone = useCompanyZone();
  const { redeliver } = useWebhookChanges();
  const { tone, word } = states[status];
  const name = eventText(event);
  return (
    <RecordRow
      name={name}
      state={<StateBadge tone={tone}>{word()}</StateBadge>}
      actions={
        webhook.active && (
          <Button
            variant="default"
            aria-label={m.webhooks_redeliverOf({ event: name, when: dateTimeText(createdAt, zone) })}
            onClick={() => void runWithToast(() => redeliver(webhook.id, id), m.webhooks_redelivered())}
          >
            {m.webhooks_redeliver()}
          </Button>
        )
      }
    >
      <Facts delivery={delivery} />
      {response !== null && response !== '' && (
        <details className={styles.response}>
          <summary>{m.webhooks_response()}</summary>
          <pre>{response}</pre>
        </details>
      )}
    </RecordRow>
  );
}

/** What was sent to a webhook, newest first, with what became of it. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { data: deliveries, error, isFetching, refetch } = useDeliveries(webhook.id);
  if (deliveries === undefined)
    return error === null ? (
      <SkeletonCards count={3} height={64} />
    ) : (
      <LoadFailure art="search" why={error.message} busy={isFetching} onRetry={refetch} />
    );
  if (deliveries.length === 0)
    return (
      <EmptyState art="chat" title={m.webhooks_noDeliveries()}>
        {m.webhooks_noDeliveriesHint()}
      </EmptyState>
    );
  return (
    <RecordList label={m.webhooks_deliveries()}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
      ))}
    </RecordList>
  );
}
