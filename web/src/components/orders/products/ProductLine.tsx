import { NumberInput, type NumberInputHandlers, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { m, useLanguage } from '@/i18n';
import { lineTotal, moneyFormat } from '@/wasm/rules';

import styles from './AssignProducts.module.css';
import type { OrderableProduct } from './orderableProducts';
import type { Typed } from './useQuantities';

interface ProductLineProps {
  offer: OrderableProduct;
  quantity: Typed;
  problem: string | undefined;
  /** A stable function, the same for every row and render. */
  onChange: (productId: string, quantity: Typed) => void;
}

/** A product with its cost, quantity and total. Memoized, so that scrolling renders only new rows. */
export const ProductLine = memo(function ProductLine(props: ProductLineProps) {
  useLanguage();
  const { offer, quantity, problem, onChange } = props;
  const { productId, productName: name, unitCost, gone } = offer;
  const hands = useRef<NumberInputHandlers>(null);
  const amount = Number(quantity);
  const none = quantity === '' || amount === 0;
  return (
    <div className={styles.product} data-wrong={problem !== undefined || undefined}>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        {problem === undefined ? (
          <span className={`num ${styles.cost}`}>
            {moneyFormat(unitCost)}
            {gone && ` · ${m.purchase_productGone()}`}
          </span>
        ) : (
          <span aria-hidden className={styles.problem}>
            {problem}
          </span>
        )}
      </div>
      <div className={styles.stepper}>
        <UnstyledButton
          className={styles.step ?? ''}
          disabled={none}
          aria-label={m.purchase_less({ name })}
          onClick={() => hands.current?.decrement()}
        >
          <IconMinus size={16} stroke={2.2} aria-hidden />
        </UnstyledButton>
        <NumberInput
          variant="unstyled"
          classNames={{ root: styles.amount ?? '', input: `num ${styles.figure}`, error: 'spoken' }}
          handlersRef={hands}
          aria-label={m.purchase_quantityOf({ name })}
          error={problem}
          placeholder="0"
          value={quantity}
          min={0}
          decimalScale={3}
          allowNegative={false}
          clampBehavior="none"
          thousandSeparator=","
          inputMode="decimal"
          hideControls
          onFocus={(event) => event.currentTarget.select()}
          onChange={(typed) => onChange(productId, typed)}
        />
        <UnstyledButton
          className={styles.step ?? ''}
          aria-label={m.purchase_more({ name })}
          onClick={() => hands.current?.increment()}
        >
          <IconPlus size={16} stroke={2.2} aria-hidden />
        </UnstyledButton>
      </div>
      <span className={`num ${styles.line}`} data-none={none || undefined}>
        {none || problem !== undefined ? '–' : moneyFormat(lineTotal(unitCost, amount))}
      </span>
    </div>
  );
});
