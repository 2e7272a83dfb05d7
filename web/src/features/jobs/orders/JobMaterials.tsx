import type { PurchaseOrder } from '@bindings';
import { useId } from 'react';
import { m } from '@/i18n';
import { quantityText } from '@/ui/print/orderDocument';

import styles from './JobMaterials.module.css';
import { jobMaterials } from './orderedMaterials';

/** What was ordered for a job, what of it came, and what is still to come, by product. Nothing until it is ordered. */
export function JobMaterials({ orders }: { orders: readonly PurchaseOrder[] }) {
  const id = useId();
  const materials = jobMaterials(orders);
  if (materials.length === 0) return null;
  return (
    <section className={`card ${styles.materials}`} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{m.purchase_materials()}</h3>
      <ul className={`plainList ${styles.list}`}>
        {materials.map(({ productId, name, ordered, received, toCome }) => (
          <li key={productId} className={styles.material}>
            <span className="grow">{name}</span>
            <span className="num muted">
              {m.purchase_materialCame({ received: quantityText(received), ordered: quantityText(ordered) })}
            </span>
            <span className={`num ${styles.left}`} data-left={toCome > 0 || undefined}>
              {toCome > 0 && m.purchase_materialToCome({ amount: quantityText(toCome) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
