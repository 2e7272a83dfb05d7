import type { Employee, Job } from '@bindings';
import { Select } from '@mantine/core';
import { type Ref, useId } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useEmployees } from '@/queries/companies/employees';
import { useAssignment } from '@/queries/jobs/assignment';
import { whyNotEmployee } from '@/wasm/rules';
import edit from '../edit/JobEdit.module.css';
import styles from './Assign.module.css';
import { selectInDialog } from './selectProps';

const fullName = ({ firstName, lastName }: Pick<Employee, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** The current assignee as an option, if it is not an employee of the company. */
function now({ assignedToUserId, assignedToUserInfo }: Job, people: readonly Employee[]) {
  if (assignedToUserId === null || assignedToUserInfo === null) return [];
  if (people.some(({ id }) => id === assignedToUserId)) return [];
  return [{ value: assignedToUserId, label: fullName(assignedToUserInfo) }];
}

interface AssignEmployeeProps {
  job: Job;
  /** The input, to focus it after the job was accepted. */
  field?: Ref<HTMLInputElement>;
}

/** Assigns an employee of the company that does the work, or none. The choice is saved at once. */
export function AssignEmployee({ job, field }: AssignEmployeeProps) {
  const { company, language, whyNot } = useSession();
  const { toEmployee } = useAssignment(job);
  const { data: people = [], error, isPending } = useEmployees();
  const heading = useId();
  const reason = whyNot('jobs.assignEmployee') ?? whyNotEmployee(job, company.companyType, language);

  const hint =
    company.companyType === 'contractor' ? m.jobs_employeeHint() : m.jobs_employeeHintSubcontractor();

  const choose = (chosen: string | null) => {
    const id = chosen || null;
    if (id === job.assignedToUserId) return;
    const employee = people.find((person) => person.id === id) ?? null;
    void runWithToast(() => toEmployee(employee), notice('assignmentChanged'));
  };

  return (
    <section className={edit.section} aria-labelledby={heading}>
      <h3 id={heading} className={edit.head}>
        {m.jobs_employee()}
      </h3>
      <Select
        ref={field ?? null}
        className={styles.person ?? ''}
        aria-labelledby={heading}
        data={[
          { value: '', label: m.jobs_nobody() },
          ...now(job, people),
          ...people.map((person) => ({ value: person.id, label: fullName(person) })),
        ]}
        value={job.assignedToUserId ?? ''}
        onChange={choose}
        allowDeselect={false}
        comboboxProps={selectInDialog}
        searchable={people.length > 8}
        nothingFoundMessage={m.jobs_noPerson()}
        disabled={reason !== null || isPending}
        error={error?.message}
        description={reason ?? hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </section>
  );
}
