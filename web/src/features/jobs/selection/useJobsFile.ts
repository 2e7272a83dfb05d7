import type { Customer, Job } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { loadCustomers } from '@/queries/customers';
import { companyToday } from '@/ui/dates/companyDay';
import { saveFile } from '@/ui/files/saveFile';
import { popup } from '@/ui/overlays/popups';
import { crewDisplay, csvFile } from '@/wasm/rules';

/** The first row. The import of jobs knows these headings. */
const headings = () => [
  m.jobs_colTitle(),
  m.jobs_number(),
  m.jobs_address(),
  m.jobs_city(),
  m.jobs_state(),
  m.jobs_zip(),
  m.common_startDate(),
  m.common_endDate(),
  m.jobs_amount(),
  m.bulk_status(),
  m.jobs_customer(),
  m.jobs_crew(),
  m.jobs_lead(),
  m.jobs_tags(),
];

function row(job: Job, customers: ReadonlyMap<string, Customer>): string[] {
  const { crew, crewLead } = crewDisplay(job);
  const customer = customers.get(job.jobCustomer ?? '');
  return [
    job.title,
    job.jobNumber ?? '',
    job.address ?? '',
    job.city,
    job.state,
    job.zip ?? '',
    job.startDate ?? '',
    job.endDate ?? '',
    job.contractAmount === null ? '' : String(job.contractAmount),
    job.status === 'complete' ? m.jobs_completeTab() : m.jobs_activeTab(),
    customer === undefined ? '' : `${customer.firstName} ${customer.lastName}`,
    crew ?? '',
    crewLead ?? '',
    job.tags.map(({ content }) => content).join('; '),
  ];
}

/** Saves jobs as a CSV file. */
export function useJobsFile() {
  const queries = useQueryClient();
  const { may } = useSession();
  const [busy, setBusy] = useState(false);
  const save = async (jobs: readonly Job[]) => {
    setBusy(true);
    try {
      const customers = may('customers.view') ? await loadCustomers(queries) : [];
      const known = new Map(customers.map((customer) => [customer.id, customer]));
      const text = csvFile([headings(), ...jobs.map((job) => row(job, known))]);
      saveFile(`jobs-${companyToday()}.csv`, new Blob([text], { type: 'text/csv' }));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}
