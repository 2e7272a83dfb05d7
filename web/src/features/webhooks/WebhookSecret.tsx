import { m } from '@/i18n';
import { SecretPanel } from '@/ui/overlays/SecretPanel';

/** The secret of a webhook, with which its receiver checks signatures. */
export const WebhookSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretPanel title={m.webhooks_secretTitle()} secret={secret} onClose={onClose}>
    <p className="muted">{m.webhooks_verify()}</p>
    <p>
      <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
        Standard Webhooks
      </a>
    </p>
  </SecretPanel>
);
