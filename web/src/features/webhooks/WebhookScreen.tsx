import type { Webhook } from '@bindings';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useWebhookChanges, useWebhooks } from '@/queries/webhooks';
import { dateTimeText } from '@/ui/dates/times';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { confirm } from '@/ui/overlays/popups';
import { Deliveries } from './Deliveries';
import { eventText } from './events';
import { WebhookPanel } from './WebhookPanel';
import { WebhookSecret } from './WebhookSecret';
import { hostOf, WebhookState } from './WebhookState';
import styles from './Webhooks.module.css';

const list = '/app/company/webhooks';

/** What a webhook sends, and the buttons that change it. */
function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const { id, url, events, active, disabledAt } = webhook;
  const zone = useCompanyZone();
  const navigate = useNavigate();
  const { setActive, renew, remove } = useWebhookChanges();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  const toggle = () =>
    runWithToast(() => setActive(id, !active), active ? m.webhooks_wasPaused() : m.webhooks_wasResumed());
  const askRenewal = async () => {
    if (await confirm({ body: m.webhooks_renewSure(), confirmLabel: m.webhooks_renewYes() }))
      await runWithToast(async () => setSecret(await renew(id)), m.webhooks_renewed());
  };
  const askRemoval = async () => {
    if (!(await confirmDelete(m.webhooks_removeSure({ host: hostOf(url) })))) return;
    if (await runWithToast(() => remove(id), m.webhooks_removed())) await navigate(list, { replace: true });
  };

  return (
    <section className={`card ${styles.settings}`} aria-label={m.webhooks_settings()}>
      <div className={styles.facts}>
        <p>{events.map(eventText).join(' · ')}</p>
        <p className="muted">{url}</p>
      </div>
      {!active && (
        <p role="status">
          {disabledAt === null
            ? m.webhooks_pausedHint()
            : m.webhooks_disabledAt({ when: dateTimeText(disabledAt, zone) })}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={() => void toggle()}>
          {active ? m.webhooks_pause() : m.webhooks_resume()}
        </Button>
        <Button variant="default" onClick={() => setEditing(true)}>
          {m.common_edit()}
        </Button>
        <Button variant="default" onClick={() => void askRenewal()}>
          {m.webhooks_renew()}
        </Button>
        <Button variant="outline" color="crimson" onClick={() => void askRemoval()}>
          {m.webhooks_remove()}
        </Button>
      </div>
      {editing && <WebhookPanel webhook={webhook} onClose={() => setEditing(false)} />}
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}

function TestButton({ webhook }: { webhook: Webhook }) {
  const { test } = useWebhookChanges();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await runWithToast(() => test(webhook.id), m.webhooks_tested());
    setBusy(false);
  };
  return (
    <Permitted action="webhooks.manage" unless={webhook.active ? null : m.webhooks_testInactive()}>
      <Button loading={busy} onClick={() => void send()}>
        {m.webhooks_test()}
      </Button>
    </Permitted>
  );
}

function WebhookPage({ id }: { id: string }) {
  const { data: webhooks, error, isFetching, refetch } = useWebhooks();
  const webhook = webhooks?.find((each) => each.id === id);
  return (
    <div className="page narrow">
      <PageTitle
        title={webhook === undefined ? m.webhooks_title() : hostOf(webhook.url)}
        beside={webhook !== undefined && <WebhookState webhook={webhook} />}
        before={<BackArrow label={m.webhooks_back()} to={list} desktop />}
        back={<BackArrow label={m.webhooks_back()} to={list} />}
        actions={webhook !== undefined && <TestButton webhook={webhook} />}
      />
      {webhook !== undefined ? (
        <div className="stack">
          <WebhookSettings webhook={webhook} />
          <section className="card" aria-labelledby="webhook-deliveries">
            <div className={styles.head}>
              <h2 id="webhook-deliveries" className="subtitle">
                {m.webhooks_deliveries()}
              </h2>
              <p className="muted">{m.webhooks_deliveriesHint()}</p>
            </div>
            <Deliveries webhook={webhook} />
          </section>
          <ActionBar>
            <TestButton webhook={webhook} />
          </ActionBar>
        </div>
      ) : webhooks !== undefined ? (
        <div className="card">
          <EmptyState art="search" title={m.webhooks_gone()} />
        </div>
      ) : error !== null ? (
        <div className="card">
          <LoadFailure art="search" why={error.message} busy={isFetching} onRetry={refetch} />
        </div>
      ) : (
        <SkeletonCards count={2} height={120} />
      )}
    </div>
  );
}

/** `/app/company/webhooks/:id`: one webhook, and what was sent to it. For admins only. */
export function WebhookScreen() {
  const { may } = useSession();
  const { id = '' } = useParams();
  return may('webhooks.manage') ? <WebhookPage id={id} /> : <Navigate to="/app/company" replace />;
}
