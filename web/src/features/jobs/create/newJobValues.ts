/** The values of the form of a new job, what is sent of them, and the job that is copied into them. */
import type { CreateJob, FieldError, Job } from '@bindings';
import { assigneeOf, assignmentOf } from '../assignment/assignees';
import { parseNumber } from '../parseNumber';

export interface NewJobValues {
  title: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  /** The chosen customer; blank for none. */
  jobCustomer: string;
  /** Whether somebody new is entered instead. */
  isNewCustomer: boolean;
  firstName: string;
  lastName: string;
  phone: string;
  company: string;
  startDate: string;
  endDate: string;
  /** Who gets the job, as `useAssignees` names them; blank for nobody. */
  assignee: string;
  contractAmount: number | string;
  jobNumber: string;
  /** Blank for the usual one. */
  color: string;
  tags: string[];
  note: string;
  /** The template whose measurements and orders come along; blank for none. */
  template: string;
}

export const blankJob: NewJobValues = {
  title: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  jobCustomer: '',
  isNewCustomer: false,
  firstName: '',
  lastName: '',
  phone: '',
  company: '',
  startDate: '',
  endDate: '',
  assignee: '',
  contractAmount: '',
  jobNumber: '',
  color: '',
  tags: [],
  note: '',
  template: '',
};

function customerOf(values: NewJobValues): Pick<CreateJob, 'jobCustomer' | 'newCustomer'> {
  const { isNewCustomer, jobCustomer, firstName, lastName, phone, company } = values;
  if (isNewCustomer) return { newCustomer: { firstName, lastName, phone, company } };
  return jobCustomer === '' ? {} : { jobCustomer };
}

/** The body of the call: without what was left blank. */
export function formOf(values: NewJobValues): CreateJob {
  const { title, address, city, state, zip, assignee, tags } = values;
  const contractAmount = parseNumber(values.contractAmount);
  const texts = ['startDate', 'endDate', 'jobNumber', 'color', 'note', 'template'] as const;
  return {
    title,
    address,
    city,
    state,
    zip,
    ...customerOf(values),
    ...Object.fromEntries(
      texts.filter((name) => values[name].trim() !== '').map((name) => [name, values[name]]),
    ),
    ...(assignee === '' ? {} : { assign: assignmentOf(assignee) }),
    ...(contractAmount === null ? {} : { contractAmount }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

/** The values of a form that was sent, to correct them. */
export function valuesOf({ newCustomer, assign, contractAmount, ...form }: CreateJob): NewJobValues {
  return {
    ...blankJob,
    ...form,
    ...(newCustomer === undefined ? {} : { ...newCustomer, isNewCustomer: true }),
    ...(assign === undefined ? {} : { assignee: assigneeOf(assign) }),
    contractAmount: contractAmount ?? '',
  };
}

/** A job as the beginning of another one: what is true of that one only is left out. */
export const copyOf = (job: Job): NewJobValues => ({
  ...blankJob,
  title: job.title,
  address: job.address ?? '',
  city: job.city,
  state: job.state,
  zip: job.zip ?? '',
  jobCustomer: job.jobCustomer ?? '',
  contractAmount: job.contractAmount ?? '',
  color: job.color,
  tags: job.tags.map(({ content }) => content),
});

const ofAssignee = new Set([
  'assign',
  'selectedConnection',
  'customCrewId',
  'customCrewMemberId',
  'assignedToUserId',
]);

/** A refusal at the field of the screen. */
export const atField = (refusal: FieldError): FieldError =>
  ofAssignee.has(refusal.field) ? { ...refusal, field: 'assignee' } : refusal;
