import type { Crew } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { m } from '@/i18n';
import { useCrewChanges } from '@/session/crews';
import { useSession } from '@/session/session';
import { Counter } from '@/ui/Counted';
import { SidePanel } from '@/ui/SidePanel';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkCrew, limits } from '@/wasm/rules';

import styles from './Crews.module.css';

interface NewCrewPanelProps {
  onClose: () => void;
  onCreated: (crew: Crew) => void;
}

/** 'New Custom Crew': a name; the members come after. */
export function NewCrewPanel({ onClose, onCreated }: NewCrewPanelProps) {
  const { language } = useSession();
  const { create } = useCrewChanges();
  const form = useRulesForm({
    initial: { name: '' },
    check: (values) => checkCrew(values, language),
    submit: async (values) => onCreated(await create(values)),
  });
  return (
    <SidePanel
      title={m.crews_new()}
      onClose={onClose}
      dirty={form.dirty}
      byDoubleClick
      form={form.form}
      footer={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.crews_create()}
          </Button>
        </>
      )}
    >
      <TextInput label={m.crews_name()} required autoComplete="off" data-autofocus {...form.field('name')} />
      <div className={styles.counter}>
        <Counter text={form.values.name} max={limits().crewName} />
      </div>
    </SidePanel>
  );
}
