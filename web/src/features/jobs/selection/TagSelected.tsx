import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { CharacterCounter } from '@/ui/inputs/CharacterCounter';
import { checkTag, limits } from '@/wasm/rules';
import type { SelectionPanelProps } from './panelProps';

/** One tag for all selected jobs. */
export function TagSelected({ count, busy, run, onClose }: SelectionPanelProps) {
  const { language } = useSession();
  const form = useRulesForm({
    initial: { content: '' },
    check: (typed) => checkTag(typed, language),
    submit: async ({ content }) => {
      await run({ tag: content });
    },
  });
  return (
    <FormPanel
      title={m.bulk_tagTitle({ count })}
      form={{ ...form, busy: form.busy || busy }}
      verb={m.bulk_tag()}
      onClose={onClose}
    >
      <div>
        <TextInput label={m.jobs_newTag()} autoComplete="off" data-autofocus {...form.field('content')} />
        <CharacterCounter text={form.values.content} max={limits().tag} />
      </div>
    </FormPanel>
  );
}
