import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type KeyWithSecret, useApiKeys } from '@/queries/api_keys';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ActionBar } from '@/ui/layout/ActionBar';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';
import { RecordList } from '@/ui/layout/RecordList';
import { CodeLine, SecretPanel } from '@/ui/overlays/SecretPanel';
import { KeyRow } from './KeyRow';
import { NewKeyPanel } from './NewKeyPanel';

const settings = '/app/company/settings';

const CallsLink = () => (
  <a href="/api/docs" target="_blank" rel="noreferrer">
    {m.apiKeys_calls()}
  </a>
);

function ApiKeys() {
  const { data: keys, error, isFetching, refetch } = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState<KeyWithSecret | null>(null);
  const newButton = (
    <Button leftSection={<IconPlus size={17} stroke={2.4} />} onClick={() => setCreating(true)}>
      {m.apiKeys_new()}
    </Button>
  );
  return (
    <div className="page narrow">
      <PageTitle
        title={m.apiKeys_title()}
        before={<BackArrow label={m.apiKeys_back()} to={settings} desktop />}
        back={<BackArrow label={m.apiKeys_back()} to={settings} />}
        actions={newButton}
      />
      <div className="stack">
        <p className="muted">
          {m.apiKeys_hint()} <CallsLink />
        </p>
        {keys === undefined && error === null && <SkeletonCards count={2} height={88} />}
        {(keys !== undefined || error !== null) && (
          <div className="card">
            {keys === undefined && (
              <LoadFailure art="search" why={error?.message ?? ''} busy={isFetching} onRetry={refetch} />
            )}
            {keys?.length === 0 && (
              <EmptyState art="order" title={m.apiKeys_none()}>
                {m.apiKeys_noneHint()}
              </EmptyState>
            )}
            {keys !== undefined && keys.length > 0 && (
              <RecordList label={m.apiKeys_title()}>
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRenewed={setShown} />
                ))}
              </RecordList>
            )}
          </div>
        )}
      </div>
      <ActionBar>{newButton}</ActionBar>
      {creating && (
        <NewKeyPanel
          onCreated={(made) => {
            setCreating(false);
            setShown(made);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {shown !== null && (
        <SecretPanel
          title={m.apiKeys_secretTitle({ name: shown.key.name })}
          secret={shown.secret}
          onClose={() => setShown(null)}
        >
          <p className="muted">{m.apiKeys_send()}</p>
          <CodeLine>{`Authorization: Bearer ${shown.secret}`}</CodeLine>
          <p>
            <CallsLink />
          </p>
        </SecretPanel>
      )}
    </div>
  );
}

/** `/app/company/api_keys`: the keys with which other software makes calls. For admins only. */
export function ApiKeysScreen() {
  const { may } = useSession();
  return may('apiKeys.manage') ? <ApiKeys /> : <Navigate to="/app/company" replace />;
}
