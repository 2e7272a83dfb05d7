import type { ApiKey } from '@bindings';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { type KeyWithSecret, useApiKeyChanges } from '@/queries/api_keys';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText } from '@/ui/dates/dates';
import { dateTimeText } from '@/ui/dates/times';
import { RecordRow, StateBadge } from '@/ui/layout/RecordList';
import { confirm } from '@/ui/overlays/popups';
import { scopeText } from './scopes';

/** How many scopes a row names before it counts the others. */
const named = 3;

/** What a key may do, the first of many. */
function Scopes({ apiKey: { scopes } }: { apiKey: ApiKey }) {
  if (scopes.length === 0) return m.apiKeys_noScopes();
  const more = scopes.length - named;
  const first = scopes.slice(0, named).map(scopeText).join('; ');
  return more > 0 ? `${first} +${more}` : first;
}

interface KeyRowProps {
  apiKey: ApiKey;
  /** Shows the new secret. */
  onRenewed: (made: KeyWithSecret) => void;
}

/** One key: what it may do, in whose name, when it was used, and what can be done with it. */
export function KeyRow({ apiKey, onRenewed }: KeyRowProps) {
  const { id, name, createdBy, lastUsed, expiresOn } = apiKey;
  const zone = useCompanyZone();
  const { renew, revoke } = useApiKeyChanges();
  const [busy, setBusy] = useState(false);
  const isExpired = expiresOn !== null && expiresOn < companyToday();

  const askRenewal = async () => {
    if (!(await confirm({ body: m.apiKeys_renewSure({ name }), confirmLabel: m.apiKeys_renewYes() }))) return;
    setBusy(true);
    await runWithToast(async () => onRenewed(await renew(id)), m.apiKeys_renewed());
    setBusy(false);
  };
  const askRevocation = async () => {
    if (await confirmDelete(m.apiKeys_revokeSure({ name })))
      await runWithToast(() => revoke(id), m.apiKeys_revoked());
  };

  const used =
    lastUsed === null ? m.apiKeys_neverUsed() : m.apiKeys_used({ when: dateTimeText(lastUsed, zone) });
  const until = expiresOn === null ? m.apiKeys_always() : m.apiKeys_until({ day: dayText(expiresOn) });
  return (
    <RecordRow
      name={name}
      state={isExpired && <StateBadge tone="bad">{m.apiKeys_expired()}</StateBadge>}
      actions={
        <>
          {!isExpired && (
            <Button
              variant="default"
              loading={busy}
              aria-label={m.apiKeys_renewOf({ name })}
              onClick={() => void askRenewal()}
            >
              {m.apiKeys_renew()}
            </Button>
          )}
          <Button
            variant="outline"
            color="crimson"
            aria-label={m.apiKeys_revokeOf({ name })}
            onClick={() => void askRevocation()}
          >
            {m.apiKeys_revoke()}
          </Button>
        </>
      }
    >
      <div>
        <Scopes apiKey={apiKey} />
      </div>
      <div className="muted">
        {m.apiKeys_made({ name: createdBy.name })} · {used} · {until}
      </div>
    </RecordRow>
  );
}
