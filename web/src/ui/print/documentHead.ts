import type { Company, Job } from '@bindings';

/** The head of a printed document: the company and the type of the document. */
export interface DocumentHead {
  company: { name: string; location: string | null; logoUrl: string | null };
  /** The label of the number at the right: 'Job', 'Work order'. */
  kind: string;
  /** The number for display, with its `#`; null if there is none. */
  number: string | null;
}

/** The letterhead of the contractor of the job; with location and logo if it is the reader's company. */
export function letterheadOf(job: Job, reader: Company): DocumentHead['company'] {
  const own = reader.id === job.contractorId;
  return {
    name: job.contractorCompanyName,
    location: own ? reader.location : null,
    logoUrl: own ? reader.logoUrl : null,
  };
}

const filled = (text: string | null): text is string => text !== null && text !== '';

/** The address of the job: the street, then city, state and zip. */
export function addressLines({ address, city, state, zip }: Job): string[] {
  const town = filled(zip) ? `${city}, ${state} ${zip}` : `${city}, ${state}`;
  return filled(address) ? [address, town] : [town];
}
