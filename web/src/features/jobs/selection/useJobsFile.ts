import type { Customer, Job } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { loadCustomers } from '@/queries/customers';
import { type CsvColumn, saveTable } from '@/ui/files/tableCsv';
import { popup } from '@/ui/overlays/popups';
import { crewDisplay } from '@/wasm/rules';

/** The columns of the file. The import of jobs knows these headings. */
function columnsOf(customers: ReadonlyMap<string, Customer>): CsvColumn<Job>[] {
  const customerOf = ({ jobCustomer }: Job) => {
    const customer = customers.get(jobCustomer ?? '');
    return customer === undefined ? null : `${customer.firstName} ${customer.lastName}`;
  };
  return [
    [m.jobs_colTitle(), (job) => job.title],
    [m.jobs_number(), (job) => job.jobNumber],
    [m.jobs_address(), (job) => job.address],
    [m.jobs_city(), (job) => job.city],
    [m.jobs_state(), (job) => job.state],
    [m.jobs_zip(), (job) => job.zip],
    [m.common_startDate(), (job) => job.startDate],
    [m.common_endDate(), (job) => job.endDate],
    [m.jobs_amount(), (job) => job.contractAmount],
    [m.bulk_status(), ({ status }) => (status === 'complete' ? m.jobs_completeTab() : m.jobs_activeTab())],
    [m.jobs_customer(), customerOf],
    [m.jobs_crew(), (job) => crewDisplay(job).crew],
    [m.jobs_lead(), (job) => crewDisplay(job).crewLead],
    [m.jobs_tags(), (job) => job.tags.map(({ content }) => content).join('; ')],
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
      saveTable('jobs', columnsOf(known), jobs);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}
