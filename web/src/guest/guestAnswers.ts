/** What a link shows after a task was answered or refused. */
import type {
  GuestJob,
  GuestPurchaseOrder,
  GuestState,
  GuestWorkOrder,
  JobImage,
  Note,
  SignOff,
} from '@bindings';
import type { LinkView } from './guestCalls';
import type { GuestTask } from './guestStorage';

/** What the calls answer, by their names. */
export interface Answers {
  state: GuestState;
  note: Note;
  image: JobImage;
  signature: SignOff;
  job: GuestJob;
  workOrder: GuestWorkOrder;
  purchaseOrder: GuestPurchaseOrder;
}

/** The job after a task was answered. */
function appliedToJob(job: GuestJob, task: GuestTask, answer: Answers): GuestJob {
  switch (task.kind) {
    case 'note':
      return { ...job, notes: [...job.notes, answer.note] };
    case 'image':
      return { ...job, images: [...job.images, answer.image] };
    case 'sign': {
      const { workOrderId } = task.body;
      const workOrders = job.workOrders.map((order) =>
        order.id === workOrderId ? { ...order, signOffs: [...order.signOffs, answer.signature] } : order,
      );
      return { ...job, workOrders };
    }
    case 'complete':
      return answer.job;
    default:
      return job;
  }
}

/** The view after a task was answered. */
export function applied(view: LinkView, task: GuestTask, answer: Answers): LinkView {
  if ('purchaseOrder' in view)
    return task.kind === 'order' ? { ...view, purchaseOrder: answer.purchaseOrder } : view;
  if (task.kind === 'answer') return { ...view, state: answer.state };
  return { ...view, job: appliedToJob(view.job, task, answer) };
}

/** The view with what is true now, which came with a refusal; null if nothing did. */
export function corrected(
  view: LinkView,
  { job, workOrder, purchaseOrder }: Partial<Answers>,
): LinkView | null {
  if ('purchaseOrder' in view) return purchaseOrder === undefined ? null : { ...view, purchaseOrder };
  if (job !== undefined) return { ...view, job };
  if (workOrder === undefined) return null;
  const workOrders = view.job.workOrders.map((order) => (order.id === workOrder.id ? workOrder : order));
  return { ...view, job: { ...view.job, workOrders } };
}

/** An order without its version: it also has another one when the holder is noted to have seen it. */
const contentsOf = (order: GuestPurchaseOrder): string =>
  JSON.stringify({ ...order, version: 0, status: order.status === 'seen' ? 'sent' : order.status });

/** The refused answer to an order in which nothing changed but its version: it is about what the holder saw. */
export function answeredAgain(task: GuestTask, before: LinkView, now: LinkView): GuestTask | null {
  if (task.kind !== 'order' || !('purchaseOrder' in before && 'purchaseOrder' in now)) return null;
  const { version } = now.purchaseOrder;
  const isSame = contentsOf(before.purchaseOrder) === contentsOf(now.purchaseOrder);
  return isSame && version !== task.body.version ? { ...task, body: { ...task.body, version } } : null;
}
