/**
 * The webhooks of the company and what was sent to them, for admins. Cached under `['webhooks']` and
 * `['webhookDeliveries', id]`. Pausing and deleting are optimistic; a failed change rejects with an `ApiFailure` whose
 * `message` is ready for `popup.oops`.
 */
import type {
  EditWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookId,
} from '@bindings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '@/api/client';
import { patched, withOne, without } from './mutations/lists';
import { useDataChange, useReplay } from './mutations/optimisticData';
import { sendRequest } from './mutations/request';

const webhooksKey = ['webhooks'] as const;
const deliveriesKey = (id: WebhookId) => ['webhookDeliveries', id] as const;

/** How often deliveries are read again: while one is sent for the first time, and while one is tried again later. */
const pollMilliseconds = { first: 2_000, again: 15_000 };

function pollInterval(deliveries: readonly WebhookDelivery[] = []): number | false {
  const pending = deliveries.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return false;
  return pending.some(({ tries }) => tries === 0) ? pollMilliseconds.first : pollMilliseconds.again;
}

/** A webhook with its secret, which is known only right after it was made. */
export interface WebhookWithSecret {
  webhook: Webhook;
  secret: string;
}

/** The company's webhooks, the oldest first. */
export const useWebhooks = () =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: async () => (await call<{ webhooks: Webhook[] }>('GET', '/api/webhooks/all')).webhooks,
    select: useReplay<Webhook[]>(webhooksKey),
  });

/** The newest deliveries of a webhook; read again until none is on its way. */
export const useDeliveries = (id: WebhookId) =>
  useQuery({
    queryKey: deliveriesKey(id),
    queryFn: async () =>
      (await call<{ deliveries: WebhookDelivery[] }>('GET', `/api/webhooks/${id}/deliveries`)).deliveries,
    refetchInterval: ({ state }) => pollInterval(state.data),
  });

/** The changes of the company's webhooks. */
export function useWebhookChanges() {
  const queries = useQueryClient();
  const change = useDataChange<Webhook[]>(webhooksKey);
  return useMemo(() => {
    const stored =
      ({ webhook }: { webhook: Webhook }) =>
      (all: Webhook[]) =>
        withOne(all, webhook);
    const put = (id: WebhookId, body: EditWebhook, shown?: (all: Webhook[]) => Webhook[]) =>
      change<{ webhook: Webhook }>({
        lane: id,
        ...(shown === undefined ? {} : { shown }),
        request: { method: 'PUT', path: `/api/webhooks/${id}`, body, failureNotice: 'notSaved' },
        stored,
      });
    /** A message is queued; the list of deliveries has it next. */
    const sent = async (webhook: WebhookId, path: string) => {
      const { delivery } = await sendRequest<{ delivery: WebhookDelivery }>({
        path: `/api/webhooks/${path}`,
        failureNotice: 'notSaved',
      });
      await queries.invalidateQueries({ queryKey: deliveriesKey(webhook) });
      return delivery;
    };
    return {
      create: (body: NewWebhook) =>
        change<WebhookWithSecret>({
          request: { path: '/api/webhooks/create', body, failureNotice: 'notSaved' },
          stored,
        }),
      save: (id: WebhookId, form: NewWebhook) => put(id, form),
      /** Pauses a webhook, or sends to it again. */
      setActive: (id: WebhookId, active: boolean) =>
        put(id, { active }, (all) => patched(all, id, { active, disabledAt: null })),
      remove: (id: WebhookId) =>
        change<{ id: WebhookId }>({
          lane: id,
          shown: (all) => without(all, id),
          request: { method: 'DELETE', path: `/api/webhooks/${id}`, failureNotice: 'notSaved' },
        }),
      /** Another secret; the former one signs beside it for a day. */
      renew: async (id: WebhookId) =>
        (
          await sendRequest<{ secret: string }>({
            path: `/api/webhooks/${id}/renew`,
            failureNotice: 'notSaved',
          })
        ).secret,
      test: (id: WebhookId) => sent(id, `${id}/test`),
      redeliver: (id: WebhookId, delivery: WebhookDeliveryId) => sent(id, `deliveries/${delivery}/redeliver`),
    };
  }, [change, queries]);
}
