import type { Job } from '@bindings';
import { crewDisplay, runsAt } from '@/wasm/rules';

/** Today's jobs: for a contractor by the kind of crew, for a subcontractor by whether it has accepted them. */
export interface TodaysJobs {
  /** Subcontractor crews; for a subcontractor the jobs that it accepted. */
  first: number;
  /** Own crews and jobs without a crew; for a subcontractor the jobs that it has not accepted yet. */
  second: number;
  completed: number;
}

/** Counts the jobs in progress at a local time (`YYYY-MM-DDTHH:MM:SS`). */
export function todaysJobs(jobs: readonly Job[], now: string, asSubcontractor: boolean): TodaysJobs {
  const counts: TodaysJobs = { first: 0, second: 0, completed: 0 };
  for (const job of jobs) {
    if (!runsAt(job.startDate, job.endDate, now)) continue;
    const { tone } = crewDisplay(job);
    const first = asSubcontractor ? tone === 'accepted' : tone !== 'normal';
    counts[job.status === 'complete' ? 'completed' : first ? 'first' : 'second'] += 1;
  }
  return counts;
}
