/** @jsxImportSource preact */
import type { GuestPurchaseOrder } from '@bindings';
import { useId, useState } from 'preact/hooks';
import { m, pageLocale } from '@/i18n/pageTexts';
import type { WaitingTask } from '../guestStorage';
import { textLimits } from '../limits';
import { TextArea } from '../TextArea';
import { useSubmit } from '../useSubmit';

interface RowAnswer {
  available: boolean;
  substitute: string;
}

interface RowProps {
  item: GuestPurchaseOrder['items'][number];
  answer: RowAnswer;
  onChange: (answer: RowAnswer) => void;
}

/** One row: whether it can be delivered, and what comes instead. */
function OrderRow({ item, answer, onChange }: RowProps) {
  const id = useId();
  return (
    <li>
      <span class="guestItem">
        <span class="guestStrong">{item.productName}</span>
        <span class="num">{item.quantity.toLocaleString(pageLocale())}</span>
      </span>
      <label class="guestCheck">
        <input
          type="checkbox"
          checked={answer.available}
          onChange={(event) => onChange({ ...answer, available: event.currentTarget.checked })}
        />
        {m.guest_orderAvailable()}
      </label>
      {!answer.available && (
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
  const [rows, setRows] = useState(
    () =>
      new Map<string, RowAnswer>(
        order.items.map(({ id, available, substitute }) => [
          id,
          { available: available ?? true, substitute: substitute ?? '' },
        ]),
      ),
  );
  const [day, setDay] = useState(order.expectedOn ?? '');
  const [remark, setRemark] = useState(order.remark ?? '');
  const unsent = waiting.some((task) => task.kind === 'order' && task.refused === null);
  const send = async (confirmed: boolean) => {
    const answered = [...rows].map(([id, { available, substitute }]) => ({
      id,
      available,
      ...(available || substitute.trim() === '' ? {} : { substitute: substitute.trim() }),
    }));
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
            answer={rows.get(item.id) ?? { available: true, substitute: '' }}
            onChange={(answer) => setRows((now) => new Map(now).set(item.id, answer))}
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
        onInput={(event) => setDay(event.currentTarget.value)}
      />
      <TextArea label={m.guest_orderRemark()} value={remark} onChange={setRemark} max={textLimits.lines} />
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
