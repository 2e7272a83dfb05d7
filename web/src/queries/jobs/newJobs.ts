/** Creating jobs. Without a network a new job is queued, and shows with a temporary id until the server has stored it. */
import type { Company, CreateJob, Job, JobId, Tag, UserId } from '@bindings';
import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiFailure } from '@/api/client';
import { writeCached } from '@/api/responseCache';
import { notice } from '@/i18n';
import { profileQuery, useSession } from '@/queries/accounts/session';
import { customerKeys } from '@/queries/customers';
import { blankToNull } from '@/queries/mutations/changedFields';
import { withRequestKey } from '@/queries/mutations/requestKeys';
import { type EntryOf, outbox, queued } from '@/queries/offline/outbox';
import { sendOrQueue } from '@/queries/offline/sendOrQueue';
import { newTemporaryId } from '@/queries/offline/temporaryIds';
import { newJobColor } from '@/wasm/rules';
import { imagesKey } from './images';
import { jobKeys, refetchJobs, storeJob } from './jobsCache';
import { notesKey } from './notes';

type Facts = Pick<
  Job,
  | 'title'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'color'
  | 'contractAmount'
  | 'jobNumber'
  | 'jobCustomer'
  | 'startDate'
  | 'endDate'
>;

/** What the form says of the job itself. */
const facts = ({ title, address, city, state, zip, ...more }: CreateJob): Facts => ({
  title: title.trim(),
  address: blankToNull(address),
  city: city.trim(),
  state: state.trim(),
  zip: blankToNull(zip),
  color: more.color ?? newJobColor(),
  contractAmount: more.contractAmount ?? null,
  jobNumber: blankToNull(more.jobNumber ?? ''),
  jobCustomer: more.jobCustomer ?? null,
  startDate: more.startDate ?? null,
  endDate: more.endDate ?? null,
});

const nobody = {
  crewId: null,
  companyInfo: null,
  assignedToCompanyId: null,
  assignedToUserId: null,
  assignedToUserInfo: null,
  customSubcontractorName: null,
  customCrewMemberName: null,
  isCustom: false,
  isAcceptedBySub: false,
} satisfies Partial<Job>;

const tagsOf = ({ tags = [] }: CreateJob, jobId: JobId): Tag[] =>
  tags.map((content) => ({ id: newTemporaryId(), content: content.trim(), jobId }));

/** A new job as it shows until it is stored. `assigned` is how it shows who has it. */
function jobOf(form: CreateJob, assigned: Partial<Job>, { id: companyId, name }: Company): Job {
  const id = newTemporaryId();
  return {
    ...facts(form),
    ...nobody,
    ...assigned,
    id,
    status: 'active',
    contractorCompanyName: name,
    contractorId: companyId,
    companyId,
    jobCrewTableId: newTemporaryId(),
    latitude: null,
    longitude: null,
    dateInserted: new Date().toISOString(),
    inspectionNote: null,
    reportedComplete: null,
    follows: [],
    reports: [],
    tags: tagsOf(form, id),
    calendarAssignments: [],
  };
}

/**
 * A new job was stored. Until it is fetched it shows as it was made, without notes and photos, which are sent after it;
 * so its page opens although the network is gone again.
 */
export function storeNewJob(queries: QueryClient, job: Job, form: CreateJob): void {
  storeJob(queries, job);
  // The customer was made with it.
  if (form.newCustomer !== undefined) void queries.invalidateQueries({ queryKey: customerKeys.all });
  for (const queryKey of [notesKey(job.id), imagesKey(job.id)]) {
    queries.setQueryData<unknown[]>(queryKey, (known) => known ?? []);
    void queries.invalidateQueries({ queryKey });
  }
  refetchJobs(queries);
}

/** Caches a new job for use without a network, as `storeNewJob` shows it. Resolves when it is stored. */
export function cacheNewJob(userId: UserId, job: Job): Promise<void> {
  const at = Date.now();
  const answers: [QueryKey, unknown][] = [
    [jobKeys.one(job.id), job],
    [notesKey(job.id), []],
    [imagesKey(job.id), []],
  ];
  return writeCached(userId, new Map(answers.map(([key, data]) => [hashKey(key), { at, data }])));
}

/** Creates a job; `assigned` is how it shows who has it. */
type CreateNewJob = (form: CreateJob, assigned: Partial<Job>) => Promise<JobId>;

/** Creates a job. Returns the id under which it shows: a temporary one if it was queued. */
export function useCreateJob(): CreateNewJob {
  const queries = useQueryClient();
  const { company } = useSession();
  return useCallback(
    (form, assigned) =>
      // Who sends the same form again, because its answer was lost and it could not be queued, has one job.
      withRequestKey(`new job ${JSON.stringify(form)}`, async (key) => {
        const job = jobOf(form, assigned, company);
        const task = { kind: 'createJob', form, job } as const;
        const answer = await sendOrQueue<{ id: JobId }>(queries, task, 'jobCreateFailed', { key });
        if (answer === queued) return job.id;
        storeNewJob(queries, { ...job, id: answer.id }, form);
        return answer.id;
      }),
    [queries, company],
  );
}

/** Sends a refused new job with corrected fields. Notes and photos of it keep waiting for it. */
export async function correctNewJob(
  entry: EntryOf<'createJob'>,
  form: CreateJob,
  assigned: Partial<Job> = {},
): Promise<void> {
  const { overwrite } = await import('@/queries/offline/outboxSender');
  const job = { ...entry.job, ...facts(form), ...nobody, ...assigned, tags: tagsOf(form, entry.job.id) };
  await overwrite({ ...entry, form, title: form.title, job });
}

const creationOf = (id: JobId) => (entry: { kind: string; job?: Job }) =>
  entry.kind === 'createJob' && entry.job?.id === id;

/** A job that was made without a network. Rejects with 404 if it is not waiting. */
export async function fetchWaitingJob(queries: QueryClient, id: JobId): Promise<Job> {
  const user = queries.getQueryData(profileQuery.queryKey)?.user;
  let entries = outbox.read();
  // Right after the start the list in memory is still empty.
  if (!entries.some(creationOf(id)))
    entries = await (await import('@/queries/offline/outboxState')).readEntries(user?.id);
  const found = entries.find(creationOf(id));
  if (found?.kind !== 'createJob') throw new ApiFailure(404, 'not_found', notice('jobNotFound'));
  return found.job;
}
