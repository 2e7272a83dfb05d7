import type { Employee, Job } from '@bindings';
import { Select } from '@mantine/core';
import { type Ref, useId } from 'react';
import { m, notice } from '@/i18n';
import { useEmployees } from '@/session/employees';
import { useAssignment } from '@/session/jobAssignment';
import { useSession } from '@/session/session';
import { told } from '@/ui/told';
import { whyNotEmployee } from '@/wasm/rules';

import styles from './Assign.module.css';
import { inside } from './assignLists';
import edit from './JobEdit.module.css';

const fullName = ({ firstName, lastName }: Pick<Employee, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** Whom the job is with now, also when that is nobody of one's own company. */
function now({ assignedToUserId, assignedToUserInfo }: Job, people: readonly Employee[]) {
  if (assignedToUserId === null || assignedToUserInfo === null) return [];
  if (people.some(({ id }) => id === assignedToUserId)) return [];
  return [{ value: assignedToUserId, label: fullName(assignedToUserInfo) }];
}

interface AssignEmployeeProps {
  job: Job;
  /** The field, to go on to when the job was accepted. */
  field?: Ref<HTMLInputElement>;
}

/** The company that does the work names one of its people, or nobody. The choice is sent at once. */
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
    void told(() => toEmployee(employee), notice('assignmentChanged'));
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
        comboboxProps={inside}
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
