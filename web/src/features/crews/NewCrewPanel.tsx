import type { Crew } from '@bindings';
import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrewChanges } from '@/queries/crews';
import { CharacterCounter } from '@/ui/inputs/CharacterCounter';
import { checkCrew, limits } from '@/wasm/rules';

import styles from './Crews.module.css';

interface NewCrewPanelProps {
  onClose: () => void;
  onCreated: (crew: Crew) => void;
}

/** 'New Custom Crew': only a name; members are added later. */
export function NewCrewPanel({ onClose, onCreated }: NewCrewPanelProps) {
  const { language } = useSession();
  const { create } = useCrewChanges();
  const form = useRulesForm({
    initial: { name: '' },
    check: (values) => checkCrew(values, language),
    submit: async (values) => onCreated(await create(values)),
  });
  return (
    <FormPanel title={m.crews_new()} onClose={onClose} byDoubleClick form={form} verb={m.crews_create()}>
      <div>
        <TextInput
          label={m.crews_name()}
          required
          autoComplete="off"
          data-autofocus
          {...form.field('name')}
        />
        <div className={styles.counter}>
          <CharacterCounter text={form.values.name} max={limits().crewName} />
        </div>
      </div>
    </FormPanel>
  );
}
