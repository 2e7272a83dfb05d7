import type { Company, Job } from '@bindings';

/** The head of a printed document: whose it is and what it is. */
export interface DocumentHead {
  company: { name: string; location: string | null; logoUrl: string | null };
  /** What the number at the right is: 'Job', 'Work order'. */
  kind: string;
  /** As it is read, with its `#`; null where there is none. */
  number: string | null;
}

/** Of the company that runs the job; its place and logo where it is the reader's own. */
export function letterheadOf(job: Job, reader: Company): DocumentHead['company'] {
  const own = reader.id === job.contractorId;
  return {
    name: job.contractorCompanyName,
    location: own ? reader.location : null,
    logoUrl: own ? reader.logoUrl : null,
  };
}

const filled = (text: string | null): text is string => text !== null && text !== '';

/** Where the job is: the street, then city, state and zip. */
export function addressLines({ address, city, state, zip }: Job): string[] {
  const town = filled(zip) ? `${city}, ${state} ${zip}` : `${city}, ${state}`;
  return filled(address) ? [address, town] : [town];
}
