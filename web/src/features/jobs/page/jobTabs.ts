/** The tabs of a job page, who may see them, and the open one. */
import type { Job } from '@bindings';
import { useSearchParams } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobImages } from '@/queries/jobs/images';
import { useJobNotes } from '@/queries/jobs/notes';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { usePurchaseOrders } from '@/queries/orders/purchaseOrders';
import { useWorkOrders } from '@/queries/orders/workOrders';
import type { RidgeTab } from '@/ui/layout/RidgeTabs';
import { usePhone } from '@/ui/theme/usePhone';

import { viewParameter } from './useBackLink';

export type View =
  | 'details'
  | 'workOrders'
  | 'purchaseOrders'
  | 'measurements'
  | 'images'
  | 'notes'
  | 'edit'
  | 'history';

/** Whether the user is an admin of the company that runs the job, or of the one that it is assigned to. */
export function useMayEdit(job: Job): boolean {
  const { company, may } = useSession();
  return may('jobs.edit') || (may('jobs.acceptDecline') && job.assignedToCompanyId === company.id);
}

/**
 * The tabs that the user may see, in the order of the specification; the activity is last. On a phone, which is used on
 * the site, photos and notes come before the papers.
 */
export function useTabs(job: Job): RidgeTab[] {
  const { company } = useSession();
  const { notes } = useJobNotes(job.id);
  const { images } = useJobImages(job.id);
  const contractor = company.companyType === 'contractor';
  const isNew = isTemporaryId(job.id);
  const { data: workOrders } = useWorkOrders(job.id, !isNew);
  const { data: purchaseOrders } = usePurchaseOrders(job.id, contractor && !isNew);
  const mayEdit = useMayEdit(job);
  const phone = usePhone();
  const edit = { value: 'edit', label: contractor ? m.jobs_editAssign() : m.jobs_tabAssign() };
  const details = { value: 'details', label: m.jobs_details() };
  const added = [
    { value: 'images', label: m.jobs_tabImages(), count: images?.length },
    { value: 'notes', label: m.jobs_notes(), count: notes?.length },
  ];
  // Only photos and notes can be added to a job that is not stored yet.
  if (isNew) return [details, ...added];
  return [
    details,
    ...(phone ? added : []),
    { value: 'workOrders', label: m.jobs_workOrders(), count: workOrders?.length },
    ...(contractor
      ? [{ value: 'purchaseOrders', label: m.jobs_purchaseOrders(), count: purchaseOrders?.length }]
      : []),
    { value: 'measurements', label: m.jobs_measurements(), count: job.reports.length },
    ...(phone ? [] : added),
    ...(mayEdit ? [edit] : []),
    { value: 'history', label: m.history_tab() },
  ];
}

/** The open tab, from the address. A tab that the user may not see falls back to the details. */
export function useView(tabs: readonly RidgeTab[]) {
  const [params, setParams] = useSearchParams();
  const requested = params.get(viewParameter);
  const view = (tabs.some(({ value }) => value === requested) ? requested : 'details') as View;
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
