import type { Job } from '@bindings';
import { crewOf } from '@/ui/jobs/crewOf';

export interface CrewGroup {
  /** The crew or the person; null for jobs that nobody has. */
  crew: string | null;
  jobs: Job[];
}

/** The jobs by who does them, in the order of the alphabet; those that nobody has come first. */
export function crewGroups(jobs: readonly Job[]): CrewGroup[] {
  const groups = new Map<string | null, Job[]>();
  for (const job of jobs) {
    const { crew, crewLead } = crewOf(job);
    const name = crew ?? crewLead;
    groups.set(name, [...(groups.get(name) ?? []), job]);
  }
  return [...groups]
    .map(([crew, ofCrew]) => ({ crew, jobs: ofCrew }))
    .toSorted((one, other) => (one.crew ?? '').localeCompare(other.crew ?? ''));
}
