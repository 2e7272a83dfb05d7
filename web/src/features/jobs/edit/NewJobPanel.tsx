import type { FieldError, JobId } from '@bindings';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiFailure } from '@/api/client';
import { shortRefusal } from '@/components/customers/customerForm';
import { FormPanel } from '@/components/forms/FormPanel';
import { useFormPart } from '@/components/forms/useFormPart';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { correctNewJob, useCreateJob } from '@/queries/jobs/newJobs';
import { type EntryOf, useQueued } from '@/queries/offline/outbox';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { checkNewJob } from '@/wasm/rules';
import { useAssignees } from '../assignment/assignees';
import { AddressField } from '../create/AddressField';
import { CustomerPart, customerFields } from '../create/CustomerPart';
import { factFields, MoreFacts } from '../create/MoreFacts';
import { atField, blankJob, formOf, type NewJobValues, valuesOf } from '../create/newJobValues';
import { TemplatePart, templateFields } from '../create/TemplatePart';
import { scheduleFields, WhenAndWho } from '../create/WhenAndWho';
import { useBackLink } from '../page/useBackLink';
import { JobFields } from './JobFields';

/** What opens the form with more than blank fields; kept in the history entry. */
interface Opened {
  /** The new job that was refused, to correct it. */
  refused?: JobId;
  /** The values of another job, and its title. */
  copy?: { of: string; values: NewJobValues };
}

interface NewJobFormProps {
  base: string;
  refused: EntryOf<'createJob'> | undefined;
  copy: Opened['copy'];
}

const atScreenField = (refusal: FieldError) => atField(shortRefusal(refusal));

/** Rejects with the refusals at the fields of the screen. */
async function atScreenFields<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    throw new ApiFailure(failure.status, failure.code, failure.message, failure.fields.map(atScreenField));
  }
}

function NewJobForm({ base, refused, copy }: NewJobFormProps) {
  const { language, whyNot } = useSession();
  const create = useCreateJob();
  const navigate = useNavigate();
  const assignees = useAssignees();
  const { close, jobAddress } = useBackLink(base);

  const form = useRulesForm<NewJobValues>({
    initial: refused === undefined ? (copy?.values ?? blankJob) : valuesOf(refused.form),
    check: (values) => checkNewJob(formOf(values), language).map(atScreenField),
    submit: async (values) => {
      const sent = formOf(values);
      const assigned = assignees.shown(values.assignee);
      if (refused !== undefined) await correctNewJob(refused, sent, assigned);
      const id = refused?.job.id ?? (await atScreenFields(create(sent, assigned)));
      // 'Back' leads to the list, not to the form of a job that has been created.
      await navigate(jobAddress(id), { replace: true });
      if (isTemporaryId(id)) toast.warn(m.outbox_waiting(), m.outbox_kept());
      else void popup.sweet(notice('jobCreated'));
    },
  });
  const { startDate, endDate } = form.values;
  // The pickers are slow to render, and typing a title changes none of them.
  const customer = useFormPart(form, customerFields);
  const template = useFormPart(form, templateFields);
  const schedule = useFormPart(form, scheduleFields);
  const facts = useFormPart(form, factFields);

  return (
    <FormPanel
      title={m.jobs_new()}
      {...(copy === undefined ? {} : { under: m.jobs_copyOf({ title: copy.of }) })}
      width={560}
      onClose={close}
      form={form}
      verb={startDate !== '' && endDate !== '' ? m.jobs_createScheduled() : m.jobs_create()}
      locked={whyNot('jobs.create')}
    >
      <TemplatePart form={template} />
      <CustomerPart form={customer} />
      <JobFields
        form={form}
        hints
        address={(className) => (
          <AddressField
            className={className}
            {...form.field('address')}
            values={form.values}
            set={form.set}
          />
        )}
      />
      <WhenAndWho form={schedule} assignees={assignees} />
      <MoreFacts form={facts} />
    </FormPanel>
  );
}

/** The form of a new job, over the list or the calendar. Closing leads to `base`; the new job opens there. */
export function NewJobPanel({ base }: { base: string }) {
  const { refused: id, copy } = (useLocation().state ?? {}) as Opened;
  const refused = useQueued('createJob').find(({ job, state }) => job.id === id && state === 'refused');
  const [opened, setOpened] = useState(refused);
  // After a reload the outbox is read later than the form is shown.
  if (opened === undefined && refused !== undefined) setOpened(refused);
  return <NewJobForm key={opened?.id ?? copy?.of} base={base} refused={opened} copy={copy} />;
}
