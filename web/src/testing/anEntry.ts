/** An entry of the activity log for tests: values that are not passed have typical defaults. */
import type { ActivityEntry } from '@bindings';

import { jobId } from './aJob';
import { aCompany, aUser } from './render';

export const anEntry = (number: number, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: `entry-${number}`,
  at: '2026-03-04T15:30:00Z',
  actor: {
    id: aUser.id,
    name: `${aUser.firstName} ${aUser.lastName}`,
    companyId: aCompany.id,
    companyName: aCompany.name,
  },
  kind: 'job',
  kindLabel: 'Job',
  action: 'changed',
  actionLabel: 'Changed',
  subjectId: jobId(7),
  subjectName: 'Whitaker re-roof',
  jobId: jobId(7),
  jobTitle: 'Whitaker re-roof',
  route: `/app/jobs/details/${jobId(7)}`,
  sentence: `Marisol Vega changed the job ${number}.`,
  changes: [],
  ...change,
});

/** One page of the activity log; `next` is the cursor of the earlier page. */
export const aPage = (activity: ActivityEntry[], next: string | null = null) => ({ activity, next });
