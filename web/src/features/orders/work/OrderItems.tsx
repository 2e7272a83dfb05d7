import type { WorkOrder, WorkOrderItem } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { Permitted } from '@/components/permissions/Permitted';
import { TranslationToggle, Words } from '@/components/translations/Translated';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { useWorkOrderEditing } from '@/queries/orders/workOrderEditing';
import { type Translations, useTranslations } from '@/queries/translations/translations';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { quantityText } from '@/ui/print/orderDocument';
import { moneyFormat } from '@/wasm/rules';

import { ItemPanel } from './ItemPanel';
import styles from './OrderItems.module.css';

interface ActionsProps {
  order: WorkOrder;
  item: WorkOrderItem;
  onEdit: () => void;
}

/** The actions on one item: edit, and delete after a confirmation that names it. */
function Actions({ order, item, onEdit }: ActionsProps) {
  const { removeItem } = useWorkOrderEditing(order);
  const { title } = item;
  const storing = isOptimisticId(item.id) ? m.workOrders_storing() : null;
  const confirmAndDelete = async () => {
    if (await confirmDelete(m.workOrders_deleteItemSure({ title })))
      await runWithPopup(() => removeItem(item.id));
  };
  return (
    <>
      <Permitted action="workOrders.edit" unless={storing}>
        <ActionIcon aria-label={m.workOrders_editNamed({ title })} onClick={onEdit}>
          <IconPencil size={17} aria-hidden />
        </ActionIcon>
      </Permitted>
      <Permitted action="workOrders.edit" unless={storing}>
        <ActionIcon aria-label={m.workOrders_deleteNamed({ title })} onClick={() => void confirmAndDelete()}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Permitted>
    </>
  );
}

function NoItems({ onAdd }: { onAdd: () => void }) {
  const { may } = useSession();
  return (
    <EmptyState
      art="order"
      title={m.workOrders_noItems()}
      action={
        may('workOrders.edit') && (
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={onAdd}>
            {m.workOrders_addItem()}
          </Button>
        )
      }
    >
      {may('workOrders.edit') ? m.workOrders_noItemsHint() : m.workOrders_noItemsReader()}
    </EmptyState>
  );
}

interface RowProps {
  order: WorkOrder;
  item: WorkOrderItem;
  at: number;
  translations: Translations;
  /** Whether to show the actions, for contractors only. */
  own: boolean;
  onEdit: () => void;
}

function Row({ order, item, at, translations, own, onEdit }: RowProps) {
  const quantity = quantityText(item.quantity);
  const unitCost = moneyFormat(item.unitCost);
  return (
    <tr data-storing={isOptimisticId(item.id) || undefined}>
      <td className={`num ${styles.place}`}>{at + 1}</td>
      <td className={styles.item} data-own={own || undefined}>
        <strong>
          <Words from={translations} id={item.id} field="title">
            {item.title}
          </Words>
        </strong>
        {item.description !== null && (
          <span className={styles.description}>
            <Words from={translations} id={item.id} field="description">
              {item.description}
            </Words>
          </span>
        )}
        {own && (
          <span className={styles.actions}>
            <Actions order={order} item={item} onEdit={onEdit} />
          </span>
        )}
      </td>
      <td className={`right num ${styles.figure}`}>{quantity}</td>
      <td className={`right num ${styles.figure}`}>
        <span className={styles.times}>× </span>
        {unitCost}
      </td>
      <td className={`right num ${styles.sum}`}>{moneyFormat(item.lineTotal)}</td>
    </tr>
  );
}

interface OrderItemsProps {
  order: WorkOrder;
  onAdd: () => void;
}

/** The items with their totals, as a table; as cards on a phone. */
export function OrderItems({ order, onAdd }: OrderItemsProps) {
  const { company } = useSession();
  const [editing, setEditing] = useState<WorkOrderItem | null>(null);
  const own = company.companyType === 'contractor';
  const items = order.orderItems;
  const stored = items.filter(({ id }) => !isOptimisticId(id));
  const translations = useTranslations(
    'workOrderItem',
    stored.map(({ id, title, description }) => ({ id, texts: [title, description] })),
  );
  return (
    <div className={styles.items}>
      <h2 className={`phoneOnly ${styles.heading}`}>
        <span>{m.workOrders_items()}</span>
        <span className="num muted">{items.length}</span>
      </h2>
      {items.length === 0 ? (
        <NoItems onAdd={onAdd} />
      ) : (
        <table className={`table ${styles.table}`} aria-label={m.workOrders_items()}>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{m.workOrders_item()}</th>
              <th scope="col" className="right">
                {m.workOrders_qty()}
              </th>
              <th scope="col" className="right">
                {m.workOrders_unitCost()}
              </th>
              <th scope="col" className="right">
                {m.workOrders_lineTotal()}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, at) => (
              <Row
                key={item.id}
                order={order}
                item={item}
                at={at}
                translations={translations}
                own={own}
                onEdit={() => setEditing(item)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4} className="right">
                {m.workOrders_orderTotal()}
              </th>
              <td className="right num">{moneyFormat(order.total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <div className={styles.translation}>
        <TranslationToggle translations={translations} />
      </div>
      {editing !== null && <ItemPanel order={order} item={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}
