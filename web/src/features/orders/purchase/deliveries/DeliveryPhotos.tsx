import type { DeliveryPhoto, PurchaseOrder } from '@bindings';
import { useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useDeliveryPhotos } from '@/queries/orders/deliveryPhotos';
import { numericDay } from '@/ui/dates/dates';
import { dayIn, timeText } from '@/ui/dates/times';
import { Lightbox } from '@/ui/overlays/Lightbox';

import styles from './DeliveryPhotos.module.css';
import { PhotoButton } from './PhotoButton';
import { useStoredPhotos } from './useStoredPhotos';

const authorName = ({ postedByFirstName, postedByLastName }: DeliveryPhoto) =>
  `${postedByFirstName} ${postedByLastName}`;

/** The photos of what came for an order: delivery notes, and what was damaged. */
export function DeliveryPhotos({ order }: { order: PurchaseOrder }) {
  const { may } = useSession();
  const zone = useCompanyZone();
  const { onBroken } = useDeliveryPhotos(order);
  const { store, storing } = useStoredPhotos(order);
  const [shown, setShown] = useState<string | null>(null);
  const photos = order.deliveryPhotos;
  const mayAdd = may('purchaseOrders.edit') && order.status !== 'draft';
  if (photos.length === 0 && !mayAdd) return null;
  const altOf = (photo: DeliveryPhoto) =>
    m.purchase_photoBy({
      name: authorName(photo),
      date: numericDay(dayIn(photo.dateInserted, zone)),
    });
  const at = photos.findIndex(({ id }) => id === shown);
  const current = photos[at];
  return (
    <section className={`card ${styles.photos}`} aria-label={m.purchase_photos()}>
      <div className={styles.head}>
        <h2 className="grow">{m.purchase_photos()}</h2>
        {mayAdd && (
          <PhotoButton label={m.purchase_photosAdd()} busy={storing} add={(files) => void store(files)} />
        )}
      </div>
      {photos.length === 0 ? (
        <p className="muted">{m.purchase_photosHint()}</p>
      ) : (
        <ul className={`plainList ${styles.tiles}`}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <button type="button" className={styles.tile} onClick={() => setShown(photo.id)}>
                <img
                  src={photo.thumbUrl}
                  alt={altOf(photo)}
                  loading="lazy"
                  decoding="async"
                  onError={onBroken}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {current !== undefined && (
        <Lightbox
          pictures={photos.map((photo) => ({
            id: photo.id,
            src: photo.imgUrl,
            thumb: photo.thumbUrl,
            alt: altOf(photo),
            width: photo.width,
            height: photo.height,
          }))}
          at={at}
          onMove={(to) => setShown(photos[to]?.id ?? null)}
          onClose={() => setShown(null)}
          originalLabel={m.jobs_imageOriginal()}
          title={
            <>
              <strong className="trunc">{authorName(current)}</strong>
              <time className="num" dateTime={current.dateInserted}>
                {numericDay(dayIn(current.dateInserted, zone))} {timeText(current.dateInserted, zone)}
              </time>
            </>
          }
        />
      )}
    </section>
  );
}
