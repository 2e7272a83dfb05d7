/** The names under which the query cache keeps the past. Apart, because the live connection knows no more of it. */
import type { JobId } from '@bindings';

export const activityKeys = {
  ofJobs: ['activity', 'job'] as const,
  ofJob: (id: JobId) => ['activity', 'job', id] as const,
  company: ['activity', 'company'] as const,
  choices: ['activity', 'choices'] as const,
};
