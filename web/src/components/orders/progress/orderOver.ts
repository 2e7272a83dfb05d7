import type { PurchaseOrder } from '@bindings';
import { m } from '@/i18n';
import { isOrderOpen } from '@/wasm/rules';
import { orderStatusName } from './OrderStatus';

/** Why the products of an order do not change any more; null while they may. */
export const productsRefusal = ({ status }: Pick<PurchaseOrder, 'status'>): string | null =>
  status === 'draft' || isOrderOpen(status)
    ? null
    : m.purchase_productsFixed({ status: orderStatusName(status) });
