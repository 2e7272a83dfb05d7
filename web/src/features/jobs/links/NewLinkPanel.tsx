import type { CreateGuestLink, GuestAction, Job, JobId, Language } from '@bindings';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrews } from '@/queries/crews';
import { type SharedLink, useGuestLinkChanges } from '@/queries/guest_links';
import { checkCreateGuestLink } from '@/wasm/rules';

const actions = ['accept', 'photos', 'notes', 'sign', 'complete'] as const satisfies GuestAction[];

const labels: Record<GuestAction, () => string> = {
  accept: () => m.links_mayAccept(),
  photos: () => m.links_mayPhotos(),
  notes: () => m.links_mayNotes(),
  sign: () => m.links_maySign(),
  complete: () => m.links_mayComplete(),
};

interface Values {
  crewMemberId: string;
  name: string;
  phone: string;
  email: string;
  language: Language;
  may: GuestAction[];
  /** Blank for no date. */
  expiresOn: string;
  allJobs: boolean;
}

const bodyOf = (jobId: JobId, { crewMemberId, expiresOn, allJobs, ...rest }: Values): CreateGuestLink => ({
  ...rest,
  jobId,
  ...(expiresOn === '' ? {} : { expiresOn }),
  ...(crewMemberId === '' ? {} : { crewMemberId, allJobs }),
});

interface NewLinkPanelProps {
  job: Job;
  /** At first the holder may only look. */
  readOnly?: boolean;
  onCreated: (link: SharedLink) => void;
  onClose: () => void;
}

/** A link to a job for one person: for whom, what they may do, and how long. */
export function NewLinkPanel({ job, readOnly = false, onCreated, onClose }: NewLinkPanelProps) {
  const { language, company } = useSession();
  const { create } = useGuestLinkChanges(job.id);
  const crews = useCrews();
  const members = crews.data?.find(({ id }) => id === job.crewId)?.crewMembers ?? [];
  const form = useRulesForm<Values>({
    initial: {
      crewMemberId: '',
      name: '',
      phone: '',
      email: '',
      language,
      may: readOnly ? [] : [...actions],
      expiresOn: '',
      allJobs: false,
    },
    check: (values) => checkCreateGuestLink(bodyOf(job.id, values), language),
    submit: async (values) => onCreated(await create(bodyOf(job.id, values))),
  });
  const choose = (id: string | null) => {
    form.set('crewMemberId', id ?? '');
    const member = members.find((each) => each.id === id);
    if (member === undefined) return;
    form.set('name', member.name);
    form.set('phone', member.phone ?? '');
    form.set('email', member.email ?? '');
  };
  return (
    <FormPanel
      title={m.links_newTitle()}
      under={job.title}
      form={form}
      verb={m.links_create()}
      onClose={onClose}
    >
      <p className="muted">{m.links_hint()}</p>
      {company.companyType === 'contractor' && members.length > 0 && (
        <Select
          label={m.links_member()}
          clearable
          data={members.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.values.crewMemberId || null}
          onChange={choose}
        />
      )}
      <TextInput label={m.links_name()} required autoComplete="off" data-autofocus {...form.field('name')} />
      <TextInput
        label={m.links_phone()}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...form.field('phone')}
      />
      <TextInput
        label={m.links_email()}
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.field('email')}
      />
      <Select
        label={m.links_language()}
        allowDeselect={false}
        data={[
          { value: 'english', label: 'English' },
          { value: 'spanish', label: 'Español' },
        ]}
        {...form.choice('language')}
      />
      <Checkbox.Group
        label={m.links_may()}
        value={form.values.may}
        onChange={(may) =>
          form.set(
            'may',
            actions.filter((action) => may.includes(action)),
          )
        }
      >
        <div className="stack">
          {actions.map((action) => (
            <Checkbox key={action} value={action} label={labels[action]()} />
          ))}
        </div>
      </Checkbox.Group>
      {form.values.crewMemberId !== '' && (
        <Checkbox
          label={m.links_allJobs()}
          checked={form.values.allJobs}
          onChange={(event) => form.set('allJobs', event.currentTarget.checked)}
        />
      )}
      <DateInput
        label={m.links_expires()}
        description={m.links_expiresHint()}
        clearable
        valueFormat="MM/DD/YYYY"
        value={form.values.expiresOn || null}
        error={form.problem('expiresOn')}
        onChange={(day) => form.set('expiresOn', day ?? '')}
      />
    </FormPanel>
  );
}
