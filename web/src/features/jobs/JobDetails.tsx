import type { Job } from '@bindings';
import type { ReactNode } from 'react';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { ColourPicker } from '@/ui/ColourPicker';
import { CrewName } from '@/ui/CrewName';
import { dayField, dayOf } from '@/ui/days';
import { StatusPill } from '@/ui/StatusPill';
import { told } from '@/ui/told';
import { crewDisplay, moneyFormat } from '@/wasm/rules';

import styles from './JobDetails.module.css';
import { datesLine, placeLine } from './place';

const dash = <span className="dim">–</span>;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Facts({ job }: { job: Job }) {
  const { company } = useSession();
  const contractor = company.companyType === 'contractor';
  return (
    <dl className={styles.facts}>
      <Fact name={m.jobs_status()}>
        <StatusPill status={job.status} />
      </Fact>
      {!contractor && <Fact name={m.jobs_contractor()}>{job.contractorCompanyName}</Fact>}
      <Fact name={m.jobs_place()}>{placeLine(job)}</Fact>
      <Fact name={m.jobs_number()}>
        <span className="num">{job.jobNumber ?? dash}</span>
      </Fact>
      {contractor && (
        <Fact name={m.jobs_amount()}>
          <span className="num">{job.contractAmount === null ? dash : moneyFormat(job.contractAmount)}</span>
        </Fact>
      )}
      <Fact name={m.jobs_schedule()}>
        <span className="num">{datesLine(job)}</span>
      </Fact>
      <Fact name={m.jobs_crew()}>
        <CrewName job={job} long />
      </Fact>
      <Fact name={m.jobs_lead()}>{crewDisplay(job).crewLead ?? dash}</Fact>
      <Fact name={m.jobs_created()}>
        <span className="num">{dayField(dayOf(new Date(job.dateInserted)))}</span>
      </Fact>
    </dl>
  );
}

function Measurements({ job }: { job: Job }) {
  return (
    <section>
      <h3 className={styles.head}>{m.jobs_measurements()}</h3>
      <table className={`table ${styles.measures}`}>
        <thead>
          <tr>
            <th scope="col">{m.jobs_measurement()}</th>
            <th scope="col" className="right">
              {m.jobs_quantity()}
            </th>
          </tr>
        </thead>
        <tbody>
          {job.reports.map(({ id, measurement, amount }) => (
            <tr key={id}>
              <td>{measurement}</td>
              <td className="right num">{amount.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What is known of a job. Sections of which there is nothing stay out. */
export function JobDetails({ job }: { job: Job }) {
  const { may } = useSession();
  const { changeColor } = useJobChanges();
  const noted = job.inspectionNote !== null && job.inspectionNote !== '';
  const more = noted || job.tags.length > 0 || job.reports.length > 0;
  return (
    <div className={styles.details} data-wide={more || undefined}>
      <div className={`stack ${styles.main}`}>
        <div className={styles.box}>
          <Facts job={job} />
        </div>
      </div>
      <div className={`stack ${styles.side}`}>
        {may('jobs.color') && (
          <section className={styles.box}>
            <ColourPicker
              label={m.jobs_color()}
              value={job.color}
              onChange={(color) => void told(() => changeColor(job.id, color), notice('thisJobUpdated'))}
            />
          </section>
        )}
        {noted && (
          <section className={styles.box}>
            <h3 className={styles.head}>{m.jobs_note()}</h3>
            <p className={styles.note}>{job.inspectionNote}</p>
          </section>
        )}
        {job.tags.length > 0 && (
          <section className={styles.box}>
            <h3 className={styles.head}>{m.jobs_tags()}</h3>
            <ul className={styles.tags}>
              {job.tags.map(({ id, content }) => (
                <li key={id}>{content}</li>
              ))}
            </ul>
          </section>
        )}
        {job.reports.length > 0 && <Measurements job={job} />}
      </div>
    </div>
  );
}
