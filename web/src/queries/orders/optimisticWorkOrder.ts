/** Applies pending changes to a work order, so that a refused one reverts only itself. */
import type { SignOff, UserId, WorkOrder, WorkOrderItem, WorkOrderItemId } from '@bindings';
import { orderTotal } from '@/wasm/rules';

export type OrderChange =
  /** Includes the version of the items once the server has returned it, because the user has seen this change. */
  | { item: WorkOrderItem; itemsVersion?: number }
  | { withoutItem: WorkOrderItemId; itemsVersion?: number }
  /** Replaces an older signature of the same user. */
  | { signed: SignOff }
  | { unsigned: UserId };

const withItems = (
  order: WorkOrder,
  orderItems: WorkOrderItem[],
  itemsVersion = order.itemsVersion,
): WorkOrder => ({
  ...order,
  orderItems,
  itemsVersion,
  total: orderTotal(orderItems),
});

const withItem = (items: readonly WorkOrderItem[], item: WorkOrderItem): WorkOrderItem[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((each) => (each.id === item.id ? item : each))
    : [...items, item];

/** Signatures of people without an account stay: they belong to nobody who could sign again here. */
const unsigned = ({ signOffs }: WorkOrder, user: UserId | null): SignOff[] =>
  user === null ? signOffs : signOffs.filter(({ userId }) => userId !== user);

/** The order after one change. Only the server decides whether it has changed since a signature. */
export function applyOrderChange(order: WorkOrder, change: OrderChange): WorkOrder {
  if ('item' in change) return withItems(order, withItem(order.orderItems, change.item), change.itemsVersion);
  if ('withoutItem' in change)
    return withItems(
      order,
      order.orderItems.filter(({ id }) => id !== change.withoutItem),
      change.itemsVersion,
    );
  if ('signed' in change)
    return { ...order, signOffs: [...unsigned(order, change.signed.userId), change.signed] };
  return { ...order, signOffs: unsigned(order, change.unsigned) };
}
