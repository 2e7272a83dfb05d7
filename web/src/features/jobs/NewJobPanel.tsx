import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { ErrorBox, ErrorSummary } from '@/ui/ErrorSummary';
import { popup } from '@/ui/popups';
import { SidePanel } from '@/ui/SidePanel';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkNewJob } from '@/wasm/rules';

import { JobFields } from './JobFields';
import styles from './NewJobPanel.module.css';
import { useWayBack } from './wayBack';

const nothingYet = { title: '', address: '', city: '', state: '', zip: '' };

/** The form of a new job, over the list or the calendar. It closes towards `base`, and a new job opens there. */
export function NewJobPanel({ base }: { base: string }) {
  const { language, whyNot } = useSession();
  const { create } = useJobChanges();
  const navigate = useNavigate();
  const { close, jobAddress } = useWayBack(base);
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
