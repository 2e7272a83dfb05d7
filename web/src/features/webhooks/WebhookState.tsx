import type { Webhook } from '@bindings';
import { m } from '@/i18n';
import { StateBadge } from '@/ui/layout/RecordList';

/** Whether changes are sent to a webhook, in one word. */
export function WebhookState({ webhook: { active, disabledAt } }: { webhook: Webhook }) {
  if (active) return <StateBadge tone="good">{m.webhooks_active()}</StateBadge>;
  if (disabledAt !== null) return <StateBadge tone="bad">{m.webhooks_disabled()}</StateBadge>;
  return <StateBadge tone="wait">{m.webhooks_paused()}</StateBadge>;
}

/** The host of an address, to name the webhook by. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
