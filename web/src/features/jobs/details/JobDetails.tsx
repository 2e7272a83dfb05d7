import type { Job } from '@bindings';
import { runWithToast } from '@/components/feedback/runWithToast';
import { ColorPicker } from '@/components/jobs/ColorPicker';
import { JobCalendars } from '@/components/jobs/JobCalendars';
import part from '@/components/jobs/JobPart.module.css';
import { JobTags } from '@/components/jobs/JobTags';
import { JobFollows } from '@/components/planning/follows/JobFollows';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobChanges } from '@/queries/jobs/jobs';
import { JobLinks } from '../links/JobLinks';
import { InspectionNote } from './InspectionNote';
import styles from './JobDetails.module.css';
import { JobFacts } from './JobFacts';
import { JobLocation } from './JobLocation';

/** The details of a job; read-only without permission. */
export function JobDetails({ job }: { job: Job }) {
  const { may } = useSession();
  const { changeColor } = useJobChanges();
  return (
    <div className={styles.details}>
      <div className={styles.place}>
        <JobLocation job={job} />
      </div>
      <div className={styles.aside}>
        <div className={part.box}>
          <JobFacts job={job} />
        </div>
        {may('jobs.color') && (
          <section className={`${part.box} ${styles.color}`}>
            <ColorPicker
              label={m.jobs_color()}
              value={job.color}
              onChange={(color) =>
                void runWithToast(() => changeColor(job.id, color), notice('thisJobUpdated'))
              }
            />
          </section>
        )}
      </div>
      <InspectionNote job={job} />
      <JobTags job={job} />
      <JobCalendars job={job} />
      <JobFollows job={job} />
      <JobLinks job={job} />
    </div>
  );
}
