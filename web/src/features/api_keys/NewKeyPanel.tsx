import type { ApiKeyScope } from '@bindings';
import { Checkbox, Input, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type KeyWithSecret, useApiKeyChanges } from '@/queries/api_keys';
import { companyToday } from '@/ui/dates/companyDay';
import { GroupedChoices } from '@/ui/inputs/GroupedChoices';
import { checkNewApiKey, limits } from '@/wasm/rules';
import { scopeGroups } from './scopes';

interface Values {
  name: string;
  scopes: ApiKeyScope[];
  /** Blank for no date. */
  expiresOn: string;
}

interface NewKeyPanelProps {
  onCreated: (made: KeyWithSecret) => void;
  onClose: () => void;
}

/** A new key: for which program, what it may do, and how long. */
export function NewKeyPanel({ onCreated, onClose }: NewKeyPanelProps) {
  const { language, may } = useSession();
  const { create } = useApiKeyChanges();
  const form = useRulesForm<Values>({
    initial: { name: '', scopes: ['read'], expiresOn: '' },
    check: (values) => checkNewApiKey(values, language),
    submit: async (values) => onCreated(await create(values)),
  });
  const { scopes, expiresOn } = form.values;
  const setScopes = (next: string[]) => form.set('scopes', next as ApiKeyScope[]);
  return (
    <FormPanel
      title={m.apiKeys_newTitle()}
      form={form}
      verb={m.apiKeys_create()}
      width={520}
      onClose={onClose}
    >
      <TextInput
        label={m.apiKeys_name()}
        description={m.apiKeys_nameHint()}
        required
        autoComplete="off"
        maxLength={limits().apiKeyName}
        data-autofocus
        {...form.field('name')}
      />
      <Input.Wrapper
        label={m.apiKeys_scopes()}
        description={m.apiKeys_scopesHint()}
        error={form.problem('scopes')}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        labelElement="div"
      >
        <div className="stack" style={{ marginTop: 10 }}>
          <Checkbox
            label={m.apiKeys_read()}
            description={m.apiKeys_readHint()}
            checked={scopes.includes('read')}
            onChange={(event) =>
              setScopes(
                event.currentTarget.checked
                  ? ['read', ...scopes]
                  : scopes.filter((scope) => scope !== 'read'),
              )
            }
          />
          <GroupedChoices
            label={m.apiKeys_scopes()}
            groups={scopeGroups(may)}
            chosen={scopes}
            onChange={setScopes}
          />
        </div>
      </Input.Wrapper>
      <DateInput
        label={m.apiKeys_expires()}
        description={m.apiKeys_expiresHint()}
        clearable
        valueFormat="MM/DD/YYYY"
        minDate={companyToday()}
        value={expiresOn || null}
        error={form.problem('expiresOn')}
        onChange={(day) => form.set('expiresOn', day ?? '')}
      />
    </FormPanel>
  );
}
