import type { WorkOrder, WorkOrderItem, WorkOrderItemForm } from '@bindings';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { ChangedOrder, type ChangedRow } from '@/components/orders/ChangedOrder';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useWorkOrderEditing } from '@/queries/orders/workOrderEditing';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { FigureField } from '@/ui/inputs/FigureField';
import { popup } from '@/ui/overlays/popups';
import { quantityText } from '@/ui/print/orderDocument';
import { checkWorkOrderItem, limits, lineTotal, moneyFormat } from '@/wasm/rules';

import styles from './ItemPanel.module.css';

interface Typed {
  title: string;
  description: string;
  /** Input values; '' while empty. */
  quantity: number | string;
  unitCost: number | string;
}

const parseNumber = (typed: number | string): number | null => (typed === '' ? null : Number(typed));

const formOf = ({ title, description, quantity, unitCost }: Typed): WorkOrderItemForm => ({
  title,
  description,
  quantity: parseNumber(quantity),
  unitCost: parseNumber(unitCost),
});

const typedOf = (item: WorkOrderItem | null): Typed => ({
  title: item?.title ?? '',
  description: item?.description ?? '',
  quantity: item?.quantity ?? '',
  unitCost: item?.unitCost ?? '',
});

/** The total of the item; a dash while it is unknown. */
function LineTotal({ typed }: { typed: Typed }) {
  const { quantity, unitCost } = formOf(typed);
  const total = quantity === null || unitCost === null ? Number.NaN : lineTotal(unitCost, quantity);
  return (
    <p className={styles.total} role="status">
      <span>{m.workOrders_lineTotal()}</span>
      <strong className="num">{Number.isNaN(total) ? '–' : moneyFormat(total)}</strong>
    </p>
  );
}

interface ItemPanelProps {
  order: WorkOrder;
  /** Null for a new item. */
  item: WorkOrderItem | null;
  onClose: () => void;
}

const priceText = (quantity: number | null, unitCost: number | null): string =>
  `${quantity === null ? '–' : quantityText(quantity)} × ${unitCost === null ? '–' : moneyFormat(unitCost)}`;

/** The items as they are now, beside the one that the user has typed. */
function rowsOf(now: WorkOrder, item: WorkOrderItem | null, typed: WorkOrderItemForm): ChangedRow[] {
  const mine = priceText(typed.quantity, typed.unitCost);
  const rows = now.orderItems.map(({ id, title, quantity, unitCost }) => ({
    id,
    name: title,
    now: priceText(quantity, unitCost),
    mine: id === item?.id ? mine : null,
  }));
  const isThere = rows.some(({ id }) => id === item?.id);
  return isThere ? rows : [...rows, { id: 'mine', name: typed.title, now: null, mine }];
}

/** 'Add item' to a work order, or an existing item to edit. */
export function ItemPanel({ order, item, onClose }: ItemPanelProps) {
  const { language } = useSession();
  const { addItem, updateItem } = useWorkOrderEditing(order);
  // The version that the user has seen: what others change while the panel is open does not count.
  const [shown, setShown] = useState(order.itemsVersion);
  const [changed, setChanged] = useState<{ now: WorkOrder; message: string } | null>(null);
  const current = changed?.now.orderItems.find(({ id }) => id === item?.id);
  // An item that someone else has deleted can only be added again.
  const adds = item === null || (changed !== null && current === undefined);
  const form = useRulesForm({
    initial: typedOf(item),
    check: (typed) => checkWorkOrderItem(formOf(typed), language),
    submit: async (typed) => {
      if (adds) await addItem(formOf(typed), shown);
      else await updateItem(item.id, formOf(typed), shown);
      onClose();
    },
    onFailure: (failure) => {
      const now = failure.changedTo<WorkOrder>('order');
      if (now === null) return void popup.oops(failure.message);
      setShown(now.itemsVersion);
      setChanged({ now, message: failure.message });
    },
  });
  const loadTheirs = (theirs: WorkOrderItem) => {
    form.reset(typedOf(theirs));
    setChanged(null);
  };
  const verb = adds ? m.workOrders_addItem() : m.common_save();
  return (
    <FormPanel
      title={item === null ? m.workOrders_addItem() : m.workOrders_editItem()}
      under={order.title}
      onClose={onClose}
      form={form}
      verb={changed === null ? verb : m.orders_saveMine()}
    >
      {changed !== null && (
        <ChangedOrder
          message={changed.message}
          rows={rowsOf(changed.now, item, formOf(form.values))}
          {...(current === undefined ? {} : { onLoadTheirs: () => loadTheirs(current) })}
        />
      )}
      <TextInput
        label={m.jobs_orderTitle()}
        placeholder={m.workOrders_itemExample()}
        required
        autoComplete="off"
        data-autofocus
        {...form.field('title')}
      />
      <TextareaWithCounter
        label={m.workOrders_description()}
        description={m.workOrders_descriptionHint()}
        max={limits().lines}
        {...form.field('description')}
      />
      <div className={styles.figures}>
        <FigureField label={m.workOrders_quantity()} required {...form.choice('quantity')} />
        <FigureField label={m.workOrders_unitCost()} required leftSection="$" {...form.choice('unitCost')} />
      </div>
      <LineTotal typed={form.values} />
    </FormPanel>
  );
}
