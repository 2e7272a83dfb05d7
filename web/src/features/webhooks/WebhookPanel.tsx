import type { Webhook } from '@bindings';
import { Checkbox, Input, TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useWebhookChanges, type WebhookWithSecret } from '@/queries/webhooks';
import { GroupedChoices } from '@/ui/inputs/GroupedChoices';
import { toast } from '@/ui/overlays/toasts';
import { checkNewWebhook } from '@/wasm/rules';
import { eventGroups, everything, expandEvents, shortenEvents } from './events';

interface Values {
  url: string;
  events: string[];
}

const bodyOf = ({ url, events }: Values) => ({ url: url.trim(), events: shortenEvents(events) });

interface WebhookPanelProps {
  /** The one to change; null for a new one. */
  webhook: Webhook | null;
  onCreated?: (made: WebhookWithSecret) => void;
  onClose: () => void;
}

/** A webhook: where to, and which changes. */
export function WebhookPanel({ webhook, onCreated, onClose }: WebhookPanelProps) {
  const { language } = useSession();
  const { create, save } = useWebhookChanges();
  const form = useRulesForm<Values>({
    initial: { url: webhook?.url ?? '', events: expandEvents(webhook?.events ?? []) },
    check: (values) => checkNewWebhook(bodyOf(values), language),
    submit: async (values) => {
      if (webhook === null) onCreated?.(await create(bodyOf(values)));
      else {
        await save(webhook.id, bodyOf(values));
        toast.sweet(m.webhooks_saved());
        onClose();
      }
    },
  });
  const { events } = form.values;
  const setEvents = (next: string[]) => form.set('events', next);
  return (
    <FormPanel
      title={webhook === null ? m.webhooks_new() : m.webhooks_edit()}
      form={form}
      verb={webhook === null ? m.webhooks_create() : m.common_save()}
      width={520}
      onClose={onClose}
    >
      <TextInput
        label={m.webhooks_url()}
        description={m.webhooks_urlHint()}
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        data-autofocus
        {...form.field('url')}
      />
      <Input.Wrapper
        label={m.webhooks_events()}
        error={form.problem('events')}
        inputWrapperOrder={['label', 'error', 'input']}
        labelElement="div"
        required
      >
        <div className="stack" style={{ marginTop: 6 }}>
          <Checkbox
            data-field="events"
            label={m.webhooks_everything()}
            description={m.webhooks_everythingHint()}
            checked={events.includes(everything)}
            onChange={(event) => setEvents(event.currentTarget.checked ? [everything] : [])}
          />
          {!events.includes(everything) && (
            <GroupedChoices
              label={m.webhooks_events()}
              groups={eventGroups()}
              chosen={events}
              onChange={setEvents}
            />
          )}
        </div>
      </Input.Wrapper>
    </FormPanel>
  );
}
