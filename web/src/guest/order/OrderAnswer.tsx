/** @jsxImportSource preact */
import type { GuestPurchaseOrder } from '@bindings';
import { useId, useRef, useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import { quantityText } from '../formats';
import type { WaitingTask } from '../guestStorage';
import { textLimits } from '../limits';
import { TextArea } from '../TextArea';
import { useSubmit } from '../useSubmit';
import { type RowAnswer, storedAnswer, trimmed } from './orderEdits';
import { PriceField } from './PriceField';
import { readPrice } from './price';
import { useOrderEdits } from './useOrderEdits';

interface RowProps {
  item: GuestPurchaseOrder['items'][number];
  answer: RowAnswer;
  onChange: (answer: RowAnswer) => void;
  tried: boolean;
}

/** One row: whether it can be delivered, at which price, or what comes instead. */
function OrderRow({ item, answer, onChange, tried }: RowProps) {
  const id = useId();
  return (
    <li>
      <span class="guestItem">
        <span class="guestStrong">{item.productName}</span>
        <span class="num">{quantityText(item.quantity)}</span>
      </span>
      <label class="guestCheck">
        <input
          type="checkbox"
          checked={answer.available}
          onChange={(event) => onChange({ ...answer, available: event.currentTarget.checked })}
        />
        {m.guest_orderAvailable()}
      </label>
      {answer.available ? (
        <PriceField value={answer.price} onChange={(price) => onChange({ ...answer, price })} tried={tried} />
      ) : (
        <>
          <label class="guestLabel" for={id}>
            {m.guest_orderSubstitute()}
          </label>
          <input
            id={id}
            class="guestField"
            maxLength={textLimits.line}
            value={answer.substitute}
            onInput={(event) => onChange({ ...answer, substitute: event.currentTarget.value })}
          />
        </>
      )}
    </li>
  );
}

/** The vendor's answer to an order: the rows, the day, and a remark. */
export function OrderAnswer({
  order,
  waiting,
}: {
  order: GuestPurchaseOrder;
  waiting: readonly WaitingTask[];
}) {
  const submit = useSubmit();
  const dayId = useId();
  const [edits, edit] = useOrderEdits(order);
  const day = edits.day ?? order.expectedOn ?? '';
  const remark = edits.remark ?? order.remark ?? '';
  const answerTo = (item: GuestPurchaseOrder['items'][number]) => edits.rows[item.id] ?? storedAnswer(item);
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const isWrong = ({ available, price }: RowAnswer) => available && readPrice(price) === undefined;
  const unsent = waiting.some((task) => task.kind === 'order' && task.refused === null);
  const send = async (confirmed: boolean) => {
    const wrong = order.items.findIndex((item) => isWrong(answerTo(item)));
    setTried(wrong !== -1);
    if (wrong !== -1) {
      form.current?.querySelectorAll('li')[wrong]?.querySelector<HTMLElement>('.guestField')?.focus();
      return;
    }
    edit(trimmed);
    const answered = order.items.map((item) => {
      const { available, substitute, price } = answerTo(item);
      const unitCost = available ? readPrice(price) : null;
      const instead = available || substitute.trim() === '' ? {} : { substitute: substitute.trim() };
      return { id: item.id, available, ...instead, ...(typeof unitCost === 'number' && { unitCost }) };
    });
    await submit.add({
      kind: 'order',
      body: {
        version: order.version,
        confirmed,
        rows: answered,
        ...(day === '' ? {} : { expectedOn: day }),
        ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
      },
    });
  };
  return (
    <form
      ref={form}
      class="card guestCard"
      onSubmit={(event) => {
        event.preventDefault();
        void send(true);
      }}
    >
      <h2>{m.guest_orderItems()}</h2>
      <ul class="plainList guestList">
        {order.items.map((item) => (
          <OrderRow
            key={item.id}
            item={item}
            answer={answerTo(item)}
            onChange={(answer) => edit((now) => ({ ...now, rows: { ...now.rows, [item.id]: answer } }))}
            tried={tried}
          />
        ))}
      </ul>
      <label class="guestLabel" for={dayId}>
        {m.guest_orderDay()}
      </label>
      <input
        id={dayId}
        type="date"
        class="guestField"
        value={day}
        onInput={({ currentTarget: { value } }) => edit((now) => ({ ...now, day: value }))}
      />
      <TextArea
        label={m.guest_orderRemark()}
        value={remark}
        onChange={(text) => edit((now) => ({ ...now, remark: text }))}
        max={textLimits.lines}
      />
      <div class="guestButtons">
        <button type="submit" class="guestButton filled" disabled={submit.busy || unsent}>
          {order.status === 'confirmed' ? m.guest_orderConfirmAgain() : m.guest_orderConfirm()}
        </button>
        <button
          type="button"
          class="guestButton"
          disabled={submit.busy || unsent}
          onClick={() => void send(false)}
        >
          {m.guest_orderNotYet()}
        </button>
      </div>
      {submit.failure}
    </form>
  );
}
