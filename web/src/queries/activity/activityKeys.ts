/** The query keys of the activity log, in a separate file because live events need nothing else of it. */
import type { JobId } from '@bindings';

export const activityKeys = {
  ofJobs: ['activity', 'job'] as const,
  ofJob: (id: JobId) => ['activity', 'job', id] as const,
  company: ['activity', 'company'] as const,
  choices: ['activity', 'choices'] as const,
};
