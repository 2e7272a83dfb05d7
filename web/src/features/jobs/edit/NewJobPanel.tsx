import { useNavigate } from 'react-router';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobChanges } from '@/queries/jobs/jobs';
import { popup } from '@/ui/overlays/popups';
import { checkNewJob } from '@/wasm/rules';
import { useBackLink } from '../page/useBackLink';
import { JobFields } from './JobFields';

const blank = { title: '', address: '', city: '', state: '', zip: '' };

/** The form of a new job, over the list or the calendar. Closing leads to `base`; the new job opens there. */
export function NewJobPanel({ base }: { base: string }) {
  const { language, whyNot } = useSession();
  const { create } = useJobChanges();
  const navigate = useNavigate();
  const { close, jobAddress } = useBackLink(base);

  const form = useRulesForm({
    initial: blank,
    check: (values) => checkNewJob(values, language),
    submit: async (values) => {
      const id = await create(values);
      // 'Back' leads to the list, not to the form of a job that has been created.
      await navigate(jobAddress(id), { replace: true });
      void popup.sweet(notice('jobCreated'));
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
