import type { Job } from '@bindings';
import { m, notice } from '@/i18n';
import { useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { ColourPicker } from '@/ui/ColourPicker';
import { JobCalendars } from '@/ui/jobParts/JobCalendars';
import { JobTags } from '@/ui/jobParts/JobTags';
import part from '@/ui/jobParts/Part.module.css';
import { told } from '@/ui/told';
import { InspectionNote } from './InspectionNote';
import styles from './JobDetails.module.css';
import { JobFacts } from './JobFacts';
import { JobPlace } from './JobPlace';

/** What is known of a job. Those who may not change it read it. */
export function JobDetails({ job }: { job: Job }) {
  const { may } = useSession();
  const { changeColor } = useJobChanges();
  return (
    <div className={styles.details}>
      <div className={styles.place}>
        <JobPlace job={job} />
      </div>
      <div className={styles.aside}>
        <div className={part.box}>
          <JobFacts job={job} />
        </div>
        {may('jobs.color') && (
          <section className={`${part.box} ${styles.color}`}>
            <ColourPicker
              label={m.jobs_color()}
              value={job.color}
              onChange={(color) => void told(() => changeColor(job.id, color), notice('thisJobUpdated'))}
            />
          </section>
        )}
      </div>
      <InspectionNote job={job} />
      <JobTags job={job} />
      <JobCalendars job={job} />
    </div>
  );
}
