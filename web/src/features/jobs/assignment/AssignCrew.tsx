import type { Connection, Crew, CrewMember, Job, Lane, Span } from '@bindings';
import { Button, Radio } from '@mantine/core';
import { useEffect } from 'react';
import { useFormSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useConnections } from '@/queries/connections';
import { useCrews } from '@/queries/crews';
import { useAssignment } from '@/queries/jobs/assignment';
import { CrewName } from '@/ui/jobs/CrewName';
import { popup } from '@/ui/overlays/popups';
import { checkAssignCrew, checkAssignSubcontractor, crewDisplay } from '@/wasm/rules';
import edit from '../edit/JobEdit.module.css';
import styles from './Assign.module.css';
import { ChooseConnection, ChooseCrew } from './AssignChoices';
import type { AssignmentForm } from './assignmentForm';
import { CandidateDays } from './CandidateDays';
import { UnassignButton } from './UnassignButton';

const sameName = (name: string | null) => (member: CrewMember) => member.name === name;

/** The assignment of a job as form values; blank while the lists are loading. */
function saved(job: Job, connections: readonly Connection[], crews: readonly Crew[]): AssignmentForm {
  const connection = connections.find(({ companyDetails }) => companyDetails.id === job.assignedToCompanyId);
  const crew = crews.find(({ id }) => id === job.crewId);
  return {
    by: job.isCustom ? 'crew' : 'connection',
    selectedConnection: connection?.id ?? '',
    customCrewId: crew?.id ?? '',
    customCrewMemberId: crew?.crewMembers.find(sameName(job.customCrewMemberName))?.id ?? '',
  };
}

/** Who is chosen in the form. */
function laneOfChoice(
  { by, selectedConnection, customCrewId }: AssignmentForm,
  connections: readonly Connection[],
  crews: readonly Crew[],
): Lane | null {
  const company = connections.find(({ id }) => id === selectedConnection)?.companyDetails;
  const crew = crews.find(({ id }) => id === customCrewId);
  if (by === 'connection')
    return company ? { key: `subcontractor:${company.id}`, kind: 'subcontractor', name: company.name } : null;
  return crew ? { key: `crew:${crew.id}`, kind: 'crew', name: crew.name } : null;
}

interface AssignCrewProps {
  job: Job;
  onDirty: (dirty: boolean) => void;
  /** Fills in the dates of the job. */
  onDays: (span: Span) => void;
}

/** Assigns the job to a connected subcontractor, who must accept, or to a custom crew. For contractors. */
export function AssignCrew({ job, onDirty, onDays }: AssignCrewProps) {
  const { language } = useSession();
  const { toSubcontractor, toCrew } = useAssignment(job);
  const connections = useConnections();
  const crews = useCrews();
  const now = saved(job, connections.data ?? [], crews.data ?? []);
  const { jobCrewTableId } = job;

  const form = useRulesForm({
    initial: now,
    check: ({ by, selectedConnection, customCrewId, customCrewMemberId }) =>
      by === 'connection'
        ? checkAssignSubcontractor({ jobCrewTableId, selectedConnection }, language)
        : checkAssignCrew(
            { jobCrewTableId, customCrewId, customCrewMemberId: customCrewMemberId || null },
            language,
          ),
    submit: async (values) => {
      const connection = connections.data?.find(({ id }) => id === values.selectedConnection);
      const crew = crews.data?.find(({ id }) => id === values.customCrewId);
      const lead = crew?.crewMembers.find(({ id }) => id === values.customCrewMemberId) ?? null;
      if (values.by === 'connection' && connection !== undefined) await toSubcontractor(connection);
      if (values.by === 'crew' && crew !== undefined) await toCrew(crew, lead);
      form.reset(values);
      void popup.sweet(notice('assignmentChanged'));
    },
  });
  useEffect(() => onDirty(form.dirty), [onDirty, form.dirty]);
  useFormSync(form, now);

  const { crew, tone } = crewDisplay(job);
  const { by } = form.values;
  const candidate = form.dirty ? laneOfChoice(form.values, connections.data ?? [], crews.data ?? []) : null;
  return (
    <form {...form.form} className={edit.section} aria-label={m.jobs_crew()}>
      <h3 className={edit.head}>{m.jobs_crew()}</h3>
      <div className={styles.stack}>
        <Radio.Group
          aria-label={m.jobs_crew()}
          value={by}
          onChange={(next) => form.set('by', next as AssignmentForm['by'])}
        >
          <div className={styles.ways}>
            <div className={styles.way} data-on={by === 'connection' || undefined}>
              <Radio
                value="connection"
                label={m.jobs_byConnection()}
                description={m.jobs_byConnectionHint()}
                className={styles.radio ?? ''}
              />
              {by === 'connection' && <ChooseConnection form={form} connections={connections} />}
            </div>
            <div className={styles.way} data-on={by === 'crew' || undefined}>
              <Radio
                value="crew"
                label={m.jobs_byCrew()}
                description={m.jobs_byCrewHint()}
                className={styles.radio ?? ''}
              />
              {by === 'crew' && <ChooseCrew form={form} crews={crews} />}
            </div>
          </div>
        </Radio.Group>
        {candidate !== null && (
          <CandidateDays key={candidate.key} job={job} candidate={candidate} onDays={onDays} />
        )}
        <div className={styles.go}>
          <Permitted
            action="jobs.assign"
            unless={crew !== null && !form.dirty ? m.jobs_assignUnchanged() : null}
          >
            <Button type="submit" loading={form.busy}>
              {m.jobs_assign()}
            </Button>
          </Permitted>
          {crew !== null && <CrewName job={job} long />}
          <UnassignButton job={job} />
        </div>
        {crew !== null && tone === 'accepted' && form.dirty && (
          <p className="muted">{m.jobs_assignAgain({ company: crew })}</p>
        )}
      </div>
    </form>
  );
}
