import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { crewOf } from '@/ui/jobs/crewOf';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { addressLine } from '@/ui/navigation/directions';
import { crewGroups } from './crewGroups';
import styles from './Today.module.css';

function stateOf(job: Job) {
  if (job.status === 'complete') return 'complete';
  return crewOf(job).tone === 'pending' ? 'pending' : null;
}

function DayJob({ job }: { job: Job }) {
  const paint = useJobColor();
  const state = stateOf(job);
  return (
    <Link to={`/app/jobs/details/${job.id}`} className={styles.job}>
      <span
        className={styles.color}
        style={{ background: paint(job.color, job.status === 'complete').fill }}
        aria-hidden="true"
      />
      <span className={styles.words}>
        <span className={styles.title}>{job.title}</span>
        <span className="muted trunc">{addressLine(job)}</span>
      </span>
      {state !== null && <StatusPill status={state} />}
    </Link>
  );
}

/** The jobs of the day, by crew. */
export function DayJobs({ jobs }: { jobs: readonly Job[] }) {
  return (
    <section aria-label={m.today_jobs()}>
      <h3 className={styles.part}>{m.today_jobs()}</h3>
      {jobs.length === 0 ? (
        <div className={styles.none}>
          <p>{m.company_noneToday()}</p>
          <Button
            component={Link}
            to="/app/calendar"
            variant="default"
            leftSection={<IconCalendar size={18} aria-hidden />}
          >
            {m.today_openCalendar()}
          </Button>
        </div>
      ) : (
        crewGroups(jobs).map(({ crew, jobs: ofCrew }) => (
          <section key={crew} className={styles.crew} aria-label={crew ?? m.common_noCrew()}>
            <h4 className={crew === null ? styles.nobody : undefined}>{crew ?? m.common_noCrew()}</h4>
            {ofCrew.map((job) => (
              <DayJob key={job.id} job={job} />
            ))}
          </section>
        ))
      )}
    </section>
  );
}
