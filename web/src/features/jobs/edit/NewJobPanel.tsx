import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobChanges } from '@/queries/jobs/jobs';
import { ErrorBox, ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { popup } from '@/ui/overlays/popups';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { checkNewJob } from '@/wasm/rules';
import { useBackLink } from '../page/useBackLink';
import { JobFields } from './JobFields';
import styles from './NewJobPanel.module.css';

const nothingYet = { title: '', address: '', city: '', state: '', zip: '' };

/** The form of a new job, over the list or the calendar. It closes towards `base`, and a new job opens there. */
export function NewJobPanel({ base }: { base: string }) {
  const { language, whyNot } = useSession();
  const { create } = useJobChanges();
  const navigate = useNavigate();
  const { close, jobAddress } = useBackLink(base);
  const reason = whyNot('jobs.create');

  const form = useRulesForm({
    initial: nothingYet,
    check: (values) => checkNewJob(values, language),
    submit: async (values) => {
      const id = await create(values);
      // Back leads to the list, not to the form of a job that is there already.
      await navigate(jobAddress(id), { replace: true });
      void popup.sweet(notice('jobCreated'));
    },
  });

  return (
    <SidePanel
      title={m.jobs_new()}
      onClose={close}
      dirty={form.dirty}
      form={form.form}
      footer={(cancel) => (
        <>
          <Button variant="default" onClick={cancel}>
            {m.common_cancel()}
          </Button>
          {reason === null && (
            <Button type="submit" loading={form.busy}>
              {m.jobs_create()}
            </Button>
          )}
        </>
      )}
    >
      {reason !== null && <ErrorBox>{reason}</ErrorBox>}
      <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
      <fieldset className={styles.fields} disabled={reason !== null}>
        <JobFields form={form} hints />
      </fieldset>
    </SidePanel>
  );
}
