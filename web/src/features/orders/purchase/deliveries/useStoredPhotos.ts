import type { PurchaseOrder } from '@bindings';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { useSession } from '@/queries/accounts/session';
import { useDeliveryPhotos } from '@/queries/orders/deliveryPhotos';
import { popup } from '@/ui/overlays/popups';
import { checkUpload } from '@/wasm/rules';

/** Stores photos one after the other, and says which were refused and why. */
export function useStoredPhotos(order: PurchaseOrder) {
  const { language } = useSession();
  const { add } = useDeliveryPhotos(order);
  const [storing, setStoring] = useState(false);

  /** The reason why a file cannot be a photo. */
  const refusalOf = ({ type, size }: File): string | null =>
    checkUpload({ kind: 'jobImage', mime: type, bytes: size }, language)[0]?.message ?? null;

  /** Returns those that could not be stored, after a popup with the reason of the first. */
  const store = async (files: readonly File[]): Promise<File[]> => {
    const failed: File[] = [];
    let reason: string | null = null;
    setStoring(true);
    for (const file of files) {
      let why = refusalOf(file);
      try {
        if (why === null) await add(file);
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        why = failure.message;
      }
      if (why !== null) failed.push(file);
      reason ??= why;
    }
    setStoring(false);
    if (reason !== null) void popup.oops(reason);
    return failed;
  };
  return { store, storing, refusalOf };
}
