/** What can be looked at on the page of a job, by whom, and which of it is open. */
import type { Job } from '@bindings';
import { useSearchParams } from 'react-router';
import { m } from '@/i18n';
import { useJobImages } from '@/session/jobImages';
import { useJobNotes } from '@/session/jobNotes';
import { usePurchaseOrders } from '@/session/purchaseOrders';
import { useSession } from '@/session/session';
import { useWorkOrders } from '@/session/workOrders';
import type { RidgeTab } from '@/ui/RidgeTabs';

import { viewParameter } from './wayBack';

export type View =
  | 'details'
  | 'workOrders'
  | 'purchaseOrders'
  | 'measurements'
  | 'images'
  | 'notes'
  | 'edit'
  | 'history';

/** Who runs the job, and who may answer for the company that was asked to do it. */
export function useMayEdit(job: Job): boolean {
  const { company, may } = useSession();
  return may('jobs.edit') || (may('jobs.acceptDecline') && job.assignedToCompanyId === company.id);
}

/** The tabs that this reader has of a job, in the order of the specification; what happened stands last. */
export function useTabs(job: Job): RidgeTab[] {
  const { company } = useSession();
  const { notes } = useJobNotes(job.id);
  const { images } = useJobImages(job.id);
  const contractor = company.companyType === 'contractor';
  const { data: workOrders } = useWorkOrders(job.id);
  const { data: purchaseOrders } = usePurchaseOrders(job.id, contractor);
  const edit = { value: 'edit', label: contractor ? m.jobs_editAssign() : m.jobs_tabAssign() };
  return [
    { value: 'details', label: m.jobs_details() },
    { value: 'workOrders', label: m.jobs_workOrders(), count: workOrders?.length },
    ...(contractor
      ? [{ value: 'purchaseOrders', label: m.jobs_purchaseOrders(), count: purchaseOrders?.length }]
      : []),
    { value: 'measurements', label: m.jobs_measurements(), count: job.reports.length },
    { value: 'images', label: m.jobs_tabImages(), count: images?.length },
    { value: 'notes', label: m.jobs_notes(), count: notes?.length },
    ...(useMayEdit(job) ? [edit] : []),
    { value: 'history', label: m.history_tab() },
  ];
}

/** Which tab is open stands in the address. One that this reader does not have is the details. */
export function useView(tabs: readonly RidgeTab[]) {
  const [params, setParams] = useSearchParams();
  const asked = params.get(viewParameter);
  const view = (tabs.some(({ value }) => value === asked) ? asked : 'details') as View;
  const show = (next: string) =>
    setParams(
      (now) => {
        if (next === 'details') now.delete(viewParameter);
        else now.set(viewParameter, next);
        return now;
      },
      { replace: true },
    );
  return { view, show };
}
