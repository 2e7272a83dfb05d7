import type { Job } from '@bindings';
import part from '@/components/jobs/JobPart.module.css';
import { JobTags } from '@/components/jobs/JobTags';
import { JobFollows } from '@/components/planning/follows/JobFollows';
import { JobSeriesPart } from '@/components/planning/series/JobSeriesPart';
import { JobLinks } from '../links/JobLinks';
import { InspectionNote } from './InspectionNote';
import { JobAppearance } from './JobAppearance';
import styles from './JobDetails.module.css';
import { JobFacts } from './JobFacts';
import { JobLocation } from './JobLocation';

/** The details of a job, its facts first; read-only without permission. */
export function JobDetails({ job }: { job: Job }) {
  return (
    <div className={styles.details}>
      <section className={part.box}>
        <JobFacts job={job} />
      </section>
      <div className={styles.aside}>
        <JobLocation job={job} />
        <JobAppearance job={job} />
      </div>
      <InspectionNote job={job} />
      <JobTags job={job} />
      <JobSeriesPart job={job} />
      <JobFollows job={job} />
      <JobLinks job={job} />
    </div>
  );
}
