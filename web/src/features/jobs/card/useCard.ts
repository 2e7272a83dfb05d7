import type { Job } from '@bindings';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { useJobImages } from '@/queries/jobs/images';
import { usePurchaseOrders } from '@/queries/orders/purchaseOrders';
import { useWorkOrders } from '@/queries/orders/workOrders';

import { cardContent } from './cardContent';
import { useChosenImage } from './chosenImage';

/** The data of a job card. `ready` once everything on the card has loaded. */
export function useCard(job: Job, choosing: boolean) {
  const { company, may } = useSession();
  const named = may('customers.view') && job.jobCustomer !== null;
  const customers = useCustomers(named);
  const customer = named ? customers.customers?.find(({ id }) => id === job.jobCustomer) : undefined;

  const [chosen, choose] = useChosenImage(job.id);
  const photos = useJobImages(job.id, choosing || chosen !== null);
  // A deleted photo counts as no choice.
  const image = chosen === null ? undefined : photos.images?.find(({ id }) => id === chosen);

  const contractor = may('purchaseOrders.view');
  const work = useWorkOrders(job.id);
  const purchase = usePurchaseOrders(job.id, contractor);
  const orders = contractor ? [work, purchase] : [work];

  const waiting =
    orders.some(({ isPending }) => isPending) ||
    (named && customers.isPending) ||
    (chosen !== null && photos.isPending);
  const failures = [
    ...orders.filter(({ data, error }) => data === undefined && error !== null),
    ...(named && customers.error !== null ? [customers] : []),
    ...(chosen !== null && photos.error !== null && photos.images === undefined ? [photos] : []),
  ];
  return {
    content: cardContent(job, company, customer, { work: work.data ?? [], purchase: purchase.data ?? [] }),
    image,
    choose,
    photos,
    ready: !waiting,
    /** The error of what could not be loaded and is missing on the card, or null. */
    missing: failures[0]?.error?.message ?? null,
    retry: () => {
      for (const { refetch } of failures) void refetch();
    },
  };
}
