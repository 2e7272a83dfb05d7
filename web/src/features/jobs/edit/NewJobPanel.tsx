import type { JobId } from '@bindings';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { correctNewJob, useCreateJob } from '@/queries/jobs/newJobs';
import { type EntryOf, useQueued } from '@/queries/offline/outbox';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { checkNewJob } from '@/wasm/rules';
import { useBackLink } from '../page/useBackLink';
import { JobFields } from './JobFields';

const blank = { title: '', address: '', city: '', state: '', zip: '' };

interface NewJobFormProps {
  base: string;
  /** The new job that was refused, to correct it. */
  refused: EntryOf<'createJob'> | undefined;
}

function NewJobForm({ base, refused }: NewJobFormProps) {
  const { language, whyNot } = useSession();
  const create = useCreateJob();
  const navigate = useNavigate();
  const { close, jobAddress } = useBackLink(base);

  const form = useRulesForm({
    initial: refused?.form ?? blank,
    check: (values) => checkNewJob(values, language),
    submit: async (values) => {
      if (refused !== undefined) await correctNewJob(refused, values);
      const id = refused?.job.id ?? (await create(values));
      // 'Back' leads to the list, not to the form of a job that has been created.
      await navigate(jobAddress(id), { replace: true });
      if (isTemporaryId(id)) toast.warn(m.outbox_waiting(), m.outbox_kept());
      else void popup.sweet(notice('jobCreated'));
    },
  });

  return (
    <FormPanel
      title={m.jobs_new()}
      onClose={close}
      form={form}
      verb={m.jobs_create()}
      locked={whyNot('jobs.create')}
    >
      <JobFields form={form} hints />
    </FormPanel>
  );
}

/** The form of a new job, over the list or the calendar. Closing leads to `base`; the new job opens there. */
export function NewJobPanel({ base }: { base: string }) {
  const { refused: id } = (useLocation().state ?? {}) as { refused?: JobId };
  const refused = useQueued('createJob').find(({ job, state }) => job.id === id && state === 'refused');
  const [opened, setOpened] = useState(refused);
  // After a reload the outbox is read later than the form is shown.
  if (opened === undefined && refused !== undefined) setOpened(refused);
  return <NewJobForm key={opened?.id} base={base} refused={opened} />;
}
