import type { GuestPurchaseOrder } from '@bindings';
import { useEffect } from 'preact/hooks';
import { useDraft } from '../useDraft';
import { editsText, type OrderEdits, parseEdits, withoutStored } from './orderEdits';

/** The edits of a vendor. They survive a change of the order, a reload and a closed page. */
export function useOrderEdits(
  order: GuestPurchaseOrder,
): [OrderEdits, (change: (edits: OrderEdits) => OrderEdits) => void] {
  const [text, setText] = useDraft('order');
  const edits = withoutStored(parseEdits(text), order);
  const rest = editsText(edits);
  useEffect(() => {
    if (rest !== text) setText(rest);
  });
  return [edits, (change) => setText(editsText(change(edits)))];
}
