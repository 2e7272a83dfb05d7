import type { PurchaseOrder } from '@bindings';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { FormPanel } from '@/components/forms/FormPanel';
import { m } from '@/i18n';
import { usePurchaseOrderProgress } from '@/queries/orders/purchaseOrderProgress';
import { FigureField } from '@/ui/inputs/FigureField';
import { GrowingTextarea } from '@/ui/inputs/GrowingTextarea';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { toCome } from '@/wasm/rules';
import { ChosenPhotos } from './deliveries/ChosenPhotos';
import { useStoredPhotos } from './deliveries/useStoredPhotos';

interface ReceivePanelProps {
  order: PurchaseOrder;
  onClose: () => void;
}

/** What a delivery brought, row by row: what was ordered and has not come yet, until another figure is typed. */
export function ReceivePanel({ order, onClose }: ReceivePanelProps) {
  const { receive } = usePurchaseOrderProgress(order);
  // What the figures are of until a delivery is refused: the order may change while this is open, also by this delivery,
  // where its answer was lost.
  const [seen, setSeen] = useState(order);
  const open = ({ quantity, received }: PurchaseOrder['items'][number]) =>
    toCome(order.status, quantity, received);
  const { store, refusalOf } = useStoredPhotos(order);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [came, setCame] = useState(() => new Map(order.items.map((item) => [item.id, open(item)])));
  const [note, setNote] = useState('');
  const [moreIsRight, setMoreIsRight] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isMore = order.items.some((item) => (came.get(item.id) ?? 0) > open(item));
  const submit = async () => {
    const rows = [...came].flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []));
    setBusy(true);
    setError(null);
    try {
      // The photos first: what could not be stored is still here, and nothing was counted.
      const failed = await store(photos);
      setPhotos(failed);
      if (failed.length > 0) return;
      await receive({
        rows,
        version: seen.version,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        ...(isMore && moreIsRight ? { overDelivery: true } : {}),
      });
      toast.sweet(m.purchase_receiveDone());
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const now = failure.changedTo<PurchaseOrder>('order');
      if (now !== null) {
        // Of a row of which more has come meanwhile, perhaps by this delivery, only the rest is still to come.
        const before = new Map(seen.items.map(({ id, received }) => [id, received]));
        const moved = now.items.filter(({ id, received }) => before.get(id) !== received);
        const rest = moved.map((row) => [row.id, toCome(now.status, row.quantity, row.received)] as const);
        setCame((figures) => new Map([...figures, ...rest]));
        setSeen(now);
      }
      const [field] = failure.fields;
      if (field === undefined) void popup.oops(failure.message);
      else setError(field.message);
    } finally {
      setBusy(false);
    }
  };
  const form = {
    form: {
      onSubmit: async (event: { preventDefault: () => void }) => {
        event.preventDefault();
        await submit();
      },
      noValidate: true,
      'aria-busy': busy,
    },
    busy,
    dirty: note !== '' || photos.length > 0 || order.items.some((item) => came.get(item.id) !== open(item)),
    refusals: [],
  };
  return (
    <FormPanel
      title={m.purchase_receiveTitle()}
      under={order.title}
      form={form}
      error={error}
      verb={m.purchase_receiveSave()}
      onClose={onClose}
    >
      {order.items.map((item) => (
        <FigureField
          key={item.id}
          label={item.productName}
          description={m.purchase_receiveOf({ ordered: item.quantity, received: item.received })}
          value={came.get(item.id) ?? 0}
          onChange={(figure) => setCame((now) => new Map(now).set(item.id, Number(figure) || 0))}
        />
      ))}
      {isMore && (
        <Checkbox
          label={m.purchase_overDelivery()}
          checked={moreIsRight}
          onChange={(event) => setMoreIsRight(event.currentTarget.checked)}
        />
      )}
      <GrowingTextarea
        label={m.purchase_receiveNote()}
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ChosenPhotos photos={photos} refusalOf={refusalOf} onChange={setPhotos} />
    </FormPanel>
  );
}
