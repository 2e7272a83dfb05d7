import type { ProductId, PurchaseOrder } from '@bindings';
import { Button, Checkbox } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useConfirmedPrices, useTakeOverPrices } from '@/queries/orders/confirmedPrices';
import { moneyFormat } from '@/wasm/rules';
import styles from './ConfirmedPrices.module.css';

/** The vendor's other prices, to take into the price list: all of them, until some are left out. */
export function ConfirmedPrices({ order }: { order: PurchaseOrder }) {
  const prices = useConfirmedPrices(order);
  const takeOver = useTakeOverPrices(order);
  const [leftOut, setLeftOut] = useState<ReadonlySet<ProductId>>(new Set());
  const [busy, setBusy] = useState(false);
  const title = useId();
  if (prices.length === 0) return null;
  const chosen = prices.filter(({ productId }) => !leftOut.has(productId));
  const choose = (id: ProductId, isChosen: boolean) =>
    setLeftOut((before) => new Set(isChosen ? [...before].filter((each) => each !== id) : [...before, id]));
  const use = async () => {
    setBusy(true);
    await runWithToast(() => takeOver(chosen), m.purchase_pricesUsed());
    setBusy(false);
  };
  return (
    <section className={`card ${styles.prices}`} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        <IconTag size={19} aria-hidden />
        {m.purchase_prices({ count: prices.length })}
      </h2>
      <ul className={`plainList ${styles.list}`}>
        {prices.map(({ productId, name, unitCost, confirmedCost }) => (
          <li key={productId}>
            <Checkbox
              label={name}
              description={`${moneyFormat(unitCost)} → ${moneyFormat(confirmedCost)}`}
              checked={!leftOut.has(productId)}
              disabled={busy}
              onChange={(event) => choose(productId, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.action}>
        <Button
          variant="default"
          loading={busy}
          disabled={chosen.length === 0}
          onClick={() => {
            void use();
          }}
        >
          {m.purchase_pricesUse()}
        </Button>
        <p className="muted">{m.purchase_pricesHint()}</p>
      </div>
    </section>
  );
}
