/** Photos of what was delivered for a purchase order. One shows when the server has stored it. */
import type { DeliveryPhoto, PurchaseOrder } from '@bindings';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { upload } from '@/api/upload';
import { withOne } from '@/queries/mutations/lists';
import { explainFailure } from '@/queries/mutations/request';
import { withRequestKey } from '@/queries/mutations/requestKeys';
import { patchOrder } from './ordersCache';
import { purchaseOrderKeys } from './purchaseOrders';

/** Adds a photo; rejects with an `ApiFailure`. Call `onBroken` when one does not load: its link has expired. */
export function useDeliveryPhotos({ id, jobId, deliveryPhotos }: PurchaseOrder) {
  const queries = useQueryClient();
  // Once for each list: a photo that is really lost must not cause endless requests.
  const refetchedFor = useRef<readonly DeliveryPhoto[]>(undefined);
  const actions = useMemo(
    () => ({
      add: async (file: File): Promise<void> => {
        const path = `/api/purchase_orders/delivery_photo/${encodeURIComponent(id)}`;
        const form = new FormData();
        form.set('image', file);
        try {
          const request = JSON.stringify([path, file.name, file.size, file.lastModified]);
          const { photo } = await withRequestKey(request, (key) =>
            upload<{ photo: DeliveryPhoto }>(path, form, { key }),
          );
          patchOrder<PurchaseOrder>(queries, purchaseOrderKeys, { id, jobId }, (order) => ({
            deliveryPhotos: withOne(order.deliveryPhotos, photo),
          }));
        } catch (failure) {
          throw explainFailure(failure, 'imagesUploadFailed');
        }
      },
    }),
    [queries, id, jobId],
  );
  const onBroken = () => {
    if (refetchedFor.current === deliveryPhotos) return;
    refetchedFor.current = deliveryPhotos;
    void queries.invalidateQueries({ queryKey: purchaseOrderKeys.one(id) });
  };
  return { ...actions, onBroken };
}
