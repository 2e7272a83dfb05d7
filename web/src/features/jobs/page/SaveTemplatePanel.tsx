import type { Job } from '@bindings';
import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobTemplateChanges } from '@/queries/jobs/templates';
import { GrowingTextarea } from '@/ui/inputs/GrowingTextarea';
import { toast } from '@/ui/overlays/toasts';
import { limits } from '@/wasm/rules';

interface SaveTemplatePanelProps {
  job: Job;
  onClose: () => void;
}

/** Makes a template of a job: its name, and the note that each job from it begins with. The server checks both. */
export function SaveTemplatePanel({ job, onClose }: SaveTemplatePanelProps) {
  const { whyNot } = useSession();
  const { create } = useJobTemplateChanges();
  const form = useRulesForm({
    initial: { name: job.title.slice(0, limits().templateName), note: '' },
    check: () => [],
    submit: async (values) => {
      await create({ ...values, jobId: job.id });
      onClose();
      toast.sweet(m.templates_saved());
    },
  });
  return (
    <FormPanel
      title={m.templates_save()}
      under={job.title}
      form={form}
      verb={m.common_save()}
      onClose={onClose}
      locked={whyNot('jobs.create')}
    >
      <p className="muted">{m.templates_saveHint()}</p>
      <TextInput
        label={m.templates_name()}
        required
        autoComplete="off"
        maxLength={limits().templateName}
        data-autofocus
        {...form.field('name')}
      />
      <GrowingTextarea
        label={m.jobs_firstNote()}
        description={m.templates_noteHint()}
        minRows={2}
        maxRows={8}
        {...form.field('note')}
      />
    </FormPanel>
  );
}
