/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import { readPrice } from './price';

/** The characters of the largest price, with a dollar sign and separators. */
const most = 17;

interface Props {
  value: string;
  onChange: (text: string) => void;
  /** The vendor has tried to send. */
  tried: boolean;
}

/** The vendor's price of a row. What is no price is said when the field is left. */
export function PriceField({ value, onChange, tried }: Props) {
  const id = useId();
  const [left, setLeft] = useState(false);
  const isWrong = (left || tried) && readPrice(value) === undefined;
  return (
    <>
      <label class="guestLabel" for={id}>
        {m.guest_orderPrice()}
      </label>
      <input
        id={id}
        class="guestField"
        inputMode="decimal"
        autoComplete="off"
        maxLength={most}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}-wrong`}
        onInput={(event) => onChange(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
      <p class="guestError" id={`${id}-wrong`} role="status">
        {isWrong && m.guest_orderNoPrice()}
      </p>
    </>
  );
}
