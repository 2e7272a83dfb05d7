import type { WorkOrder, WorkOrderItem, WorkOrderItemForm } from '@bindings';
import { TextInput } from '@mantine/core';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useWorkOrderEditing } from '@/queries/orders/workOrderEditing';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { FigureField } from '@/ui/inputs/FigureField';
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

/** 'Add item' to a work order, or an existing item to edit. */
export function ItemPanel({ order, item, onClose }: ItemPanelProps) {
  const { language } = useSession();
  const { addItem, updateItem } = useWorkOrderEditing(order);
  const form = useRulesForm({
    initial: typedOf(item),
    check: (typed) => checkWorkOrderItem(formOf(typed), language),
    submit: async (typed) => {
      if (item === null) await addItem(formOf(typed));
      else await updateItem(item.id, formOf(typed));
      onClose();
    },
  });
  return (
    <FormPanel
      title={item === null ? m.workOrders_addItem() : m.workOrders_editItem()}
      under={order.title}
      onClose={onClose}
      form={form}
      verb={item === null ? m.workOrders_addItem() : m.common_save()}
    >
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
