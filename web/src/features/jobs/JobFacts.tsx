import type { Job } from '@bindings';
import { NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { useJobFacts } from '@/session/jobFacts';
import { useSession } from '@/session/session';
import { useCompanyZone } from '@/session/timeZone';
import { CrewName } from '@/ui/CrewName';
import { dayField } from '@/ui/days';
import { ownEscape, takeFocus } from '@/ui/inPlace';
import { dayIn } from '@/ui/times';
import { checkContractAmount, checkJobNumber, crewDisplay, moneyFormat } from '@/wasm/rules';
import { figure } from './figure';
import { InPlaceForm, Pencil } from './InPlace';
import { JobCustomer } from './JobCustomer';
import styles from './JobFacts.module.css';
import { datesLine, placeLine } from './place';
import { useEditInPlace } from './useEditInPlace';

const dash = <span className="dim">–</span>;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function ContractAmount({ job }: { job: Job }) {
  const { language } = useSession();
  const { contractAmount } = useJobFacts(job.id);
  const { editing, opened, form, start, cancel } = useEditInPlace<{ contractAmount: number | string }>({
    saved: { contractAmount: job.contractAmount ?? '' },
    check: (typed) =>
      checkContractAmount({ contractAmount: figure(typed.contractAmount), jobId: job.id }, language),
    save: (typed) => contractAmount(figure(typed.contractAmount)),
  });
  if (editing)
    return (
      <InPlaceForm form={form} onCancel={cancel}>
        <NumberInput
          ref={takeFocus}
          aria-label={m.jobs_amount()}
          leftSection="$"
          thousandSeparator=","
          allowNegative={false}
          clampBehavior="none"
          hideControls
          {...ownEscape}
          {...form.choice('contractAmount')}
        />
      </InPlaceForm>
    );
  return (
    <>
      <b className={`num ${styles.main}`}>
        {job.contractAmount === null ? dash : moneyFormat(job.contractAmount)}
      </b>
      <Pencil name={m.jobs_amount()} action="jobs.contractAmount" opened={opened} onClick={start} />
    </>
  );
}

function JobNumber({ job }: { job: Job }) {
  const { language } = useSession();
  const { jobNumber } = useJobFacts(job.id);
  const { editing, opened, form, start, cancel } = useEditInPlace({
    saved: { jobNumber: job.jobNumber ?? '' },
    check: (typed) => checkJobNumber({ ...typed, jobId: job.id }, language),
    save: (typed) => jobNumber(typed.jobNumber),
  });
  if (editing)
    return (
      <InPlaceForm form={form} onCancel={cancel}>
        <TextInput
          ref={takeFocus}
          aria-label={m.jobs_number()}
          autoComplete="off"
          {...ownEscape}
          {...form.field('jobNumber')}
        />
      </InPlaceForm>
    );
  return (
    <>
      <span className="num">{job.jobNumber ?? dash}</span>
      <Pencil name={m.jobs_number()} action="jobs.jobNumber" opened={opened} onClick={start} />
    </>
  );
}

/** What is known of a job in short lines. Whose job it is and what it pays are the contractor's alone. */
export function JobFacts({ job }: { job: Job }) {
  const zone = useCompanyZone();
  const { company } = useSession();
  const contractor = company.companyType === 'contractor';
  return (
    <dl className={styles.facts}>
      {contractor ? (
        <>
          <Fact name={m.jobs_customer()}>
            <JobCustomer job={job} />
          </Fact>
          <Fact name={m.jobs_amount()}>
            <ContractAmount job={job} />
          </Fact>
        </>
      ) : (
        <Fact name={m.jobs_contractor()}>{job.contractorCompanyName}</Fact>
      )}
      <Fact name={m.jobs_number()}>
        <JobNumber job={job} />
      </Fact>
      <Fact name={m.jobs_place()}>{placeLine(job)}</Fact>
      <Fact name={m.jobs_schedule()}>
        <span className="num">{datesLine(job)}</span>
      </Fact>
      <Fact name={m.jobs_crew()}>
        <CrewName job={job} long />
      </Fact>
      <Fact name={m.jobs_lead()}>{crewDisplay(job).crewLead ?? dash}</Fact>
      <Fact name={m.jobs_created()}>
        <span className="num">{dayField(dayIn(job.dateInserted, zone))}</span>
      </Fact>
    </dl>
  );
}
