/** Active jobs by when they are due: what is late comes first, what has no days last. */
import type { Job } from '@bindings';
import { m } from '@/i18n';

const kinds = ['overdue', 'today', 'next', 'unscheduled'] as const;
export type GroupKind = (typeof kinds)[number];

/** A row that names the jobs below it. */
export interface GroupHeading {
  id: string;
  group: GroupKind;
  count: number;
}

export type JobRow = Job | GroupHeading;

export const isHeading = (row: JobRow): row is GroupHeading => 'group' in row;

export const groupNames: Record<GroupKind, () => string> = {
  overdue: () => m.jobs_groupOverdue(),
  today: () => m.common_today(),
  next: () => m.jobs_groupNext(),
  unscheduled: () => m.common_unscheduled(),
};

function groupOf({ startDate, endDate }: Job, today: string): GroupKind {
  if (startDate === null || endDate === null) return 'unscheduled';
  if (endDate < today) return 'overdue';
  return startDate > today ? 'next' : 'today';
}

/** The jobs under headings, each group in the order of the list; groups without jobs are left out. */
export function groupRows(jobs: readonly Job[], today: string): JobRow[] {
  const groups = jobs.map((job) => groupOf(job, today));
  return kinds.flatMap((group): JobRow[] => {
    const own = jobs.filter((_, at) => groups[at] === group);
    return own.length === 0 ? [] : [{ id: `group ${group}`, group, count: own.length }, ...own];
  });
}
