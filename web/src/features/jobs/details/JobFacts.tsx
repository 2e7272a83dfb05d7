import type { Job } from '@bindings';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useJobFacts } from '@/queries/jobs/facts';
import { numericDay } from '@/ui/dates/dates';
import { dayIn } from '@/ui/dates/times';
import { FigureField } from '@/ui/inputs/FigureField';
import { CrewName } from '@/ui/jobs/CrewName';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { usePhone } from '@/ui/theme/usePhone';
import { checkContractAmount, checkJobNumber, crewDisplay, moneyFormat } from '@/wasm/rules';
import { jobAddress, jobDates } from '../jobText';
import { parseNumber } from '../parseNumber';
import { EditButton, InlineForm } from './InlineForm';
import { JobCustomer } from './JobCustomer';
import styles from './JobFacts.module.css';
import { useInlineEdit } from './useInlineEdit';

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
  const { editing, opened, form, start, cancel } = useInlineEdit<{ contractAmount: number | string }>({
    saved: { contractAmount: job.contractAmount ?? '' },
    check: (typed) =>
      checkContractAmount({ contractAmount: parseNumber(typed.contractAmount), jobId: job.id }, language),
    save: (typed) => contractAmount(parseNumber(typed.contractAmount)),
  });
  if (editing)
    return (
      <InlineForm form={form} onCancel={cancel}>
        <FigureField
          ref={focusOnMount}
          aria-label={m.jobs_amount()}
          leftSection="$"
          {...handlesEscape}
          {...form.choice('contractAmount')}
        />
      </InlineForm>
    );
  return (
    <>
      <b className={`num ${styles.main}`}>
        {job.contractAmount === null ? dash : moneyFormat(job.contractAmount)}
      </b>
      <EditButton name={m.jobs_amount()} action="jobs.contractAmount" opened={opened} onClick={start} />
    </>
  );
}

function JobNumber({ job }: { job: Job }) {
  const { language } = useSession();
  const { jobNumber } = useJobFacts(job.id);
  const { editing, opened, form, start, cancel } = useInlineEdit({
    saved: { jobNumber: job.jobNumber ?? '' },
    check: (typed) => checkJobNumber({ ...typed, jobId: job.id }, language),
    save: (typed) => jobNumber(typed.jobNumber),
  });
  if (editing)
    return (
      <InlineForm form={form} onCancel={cancel}>
        <TextInput
          ref={focusOnMount}
          aria-label={m.jobs_number()}
          autoComplete="off"
          {...handlesEscape}
          {...form.field('jobNumber')}
        />
      </InlineForm>
    );
  return (
    <>
      <span className="num">{job.jobNumber ?? dash}</span>
      <EditButton name={m.jobs_number()} action="jobs.jobNumber" opened={opened} onClick={start} />
    </>
  );
}

/**
 * The facts of a job in short lines. Customer and contract amount are for the contractor only. On a desktop the header
 * of the page has the address, the days and the crew.
 */
export function JobFacts({ job }: { job: Job }) {
  const zone = useCompanyZone();
  const { company } = useSession();
  const contractor = company.companyType === 'contractor';
  const phone = usePhone();
  const { crewLead } = crewDisplay(job);
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
      {phone && (
        <>
          <Fact name={m.jobs_place()}>{jobAddress(job)}</Fact>
          <Fact name={m.jobs_schedule()}>
            <span className="num">{jobDates(job)}</span>
          </Fact>
          <Fact name={m.jobs_crew()}>
            <CrewName job={job} long />
          </Fact>
        </>
      )}
      <Fact name={m.jobs_lead()}>{crewLead ?? dash}</Fact>
      <Fact name={m.jobs_created()}>
        <span className="num">{numericDay(dayIn(job.dateInserted, zone))}</span>
      </Fact>
    </dl>
  );
}
