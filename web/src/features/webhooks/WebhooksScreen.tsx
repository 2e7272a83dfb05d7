import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useWebhooks, type WebhookWithSecret } from '@/queries/webhooks';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { RecordList, RecordRow } from '@/ui/layout/RecordList';
import { eventText } from './events';
import { WebhookPanel } from './WebhookPanel';
import { WebhookSecret } from './WebhookSecret';
import { hostOf, WebhookState } from './WebhookState';

const settings = '/app/company/settings';

function Webhooks() {
  const { data: webhooks, error, isFetching, refetch } = useWebhooks();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const newButton = (
    <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={() => setCreating(true)}>
      {m.webhooks_new()}
    </Button>
  );
  return (
    <div className="page narrow">
      <PageTitle
        title={m.webhooks_title()}
        before={<BackArrow label={m.apiKeys_back()} to={settings} desktop />}
        back={<BackArrow label={m.apiKeys_back()} to={settings} />}
        actions={newButton}
      />
      <div className="stack">
        <p className="muted">{m.webhooks_hint()}</p>
        {webhooks === undefined && error === null && <SkeletonCards count={2} height={88} />}
        {(webhooks !== undefined || error !== null) && (
          <div className="card">
            {webhooks === undefined && (
              <LoadFailure art="search" why={error?.message ?? ''} busy={isFetching} onRetry={refetch} />
            )}
            {webhooks?.length === 0 && (
              <EmptyState art="chat" title={m.webhooks_none()}>
                {m.webhooks_noneHint()}
              </EmptyState>
            )}
            {webhooks !== undefined && webhooks.length > 0 && (
              <RecordList label={m.webhooks_title()}>
                {webhooks.map((webhook) => (
                  <RecordRow
                    key={webhook.id}
                    name={hostOf(webhook.url)}
                    state={<WebhookState webhook={webhook} />}
                    actions={
                      <Button
                        component={Link}
                        to={`/app/company/webhooks/${webhook.id}`}
                        variant="default"
                        aria-label={m.webhooks_openOf({ host: hostOf(webhook.url) })}
                      >
                        {m.webhooks_deliveries()}
                      </Button>
                    }
                  >
                    <div>{webhook.events.map(eventText).join(' · ')}</div>
                    <div className="muted">{webhook.url}</div>
                  </RecordRow>
                ))}
              </RecordList>
            )}
          </div>
        )}
      </div>
      <ActionBar>{newButton}</ActionBar>
      {creating && (
        <WebhookPanel
          webhook={null}
          onCreated={(answer) => {
            setCreating(false);
            setMade(answer);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made !== null && <WebhookSecret secret={made.secret} onClose={() => setMade(null)} />}
    </div>
  );
}

/** `/app/company/webhooks`: the addresses to which changes are sent. For admins only. */
export function WebhooksScreen() {
  const { may } = useSession();
  return may('webhooks.manage') ? <Webhooks /> : <Navigate to="/app/company" replace />;
}
