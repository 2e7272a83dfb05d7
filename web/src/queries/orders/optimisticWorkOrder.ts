/** Applies pending changes to a work order, so that a refused one reverts only itself. */
import type { SignOff, UserId, WorkOrder, WorkOrderItem, WorkOrderItemId } from '@bindings';
import { orderTotal } from '@/wasm/rules';

export type OrderChange =
  /** Including the version of the items once the server has returned it: the user who made the change has seen it. */
  | { item: WorkOrderItem; itemsVersion?: number }
  | { withoutItem: WorkOrderItemId; itemsVersion?: number }
  /** Also in the place of an older signature of the same person. */
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

const unsigned = ({ signOffs }: WorkOrder, who: UserId): SignOff[] =>
  signOffs.filter(({ userId }) => userId !== who);

/** The order after one change. Whether it changed since a signature is the server's to say. */
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
