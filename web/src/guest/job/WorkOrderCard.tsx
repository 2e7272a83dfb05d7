/** @jsxImportSource preact */
import type { GuestWorkOrder } from '@bindings';
import { useId, useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import { quantityText } from '../formats';
import type { WaitingTask } from '../guestStorage';
import { textLimits } from '../limits';
import { useSubmit } from '../useSubmit';

interface Props {
  order: GuestWorkOrder;
  /** The name that is offered for the signature. */
  holder: string;
  maySign: boolean;
  /** The items changed while a signature was on its way. */
  itemsChanged: boolean;
  waiting: readonly WaitingTask[];
}

/** The work of an order, and its signatures. */
export function WorkOrderCard({ order, holder, maySign, itemsChanged, waiting }: Props) {
  const submit = useSubmit();
  const id = useId();
  const [signing, setSigning] = useState(false);
  const [name, setName] = useState(holder);
  const unsent = waiting.filter(
    (task) => task.kind === 'sign' && task.refused === null && task.body.workOrderId === order.id,
  );
  const signed = order.signOffs.map(
    (signature) => signature.name ?? `${signature.firstName} ${signature.lastName}`,
  );
  const sign = async () => {
    const body = { workOrderId: order.id, name: name.trim(), seen: order.itemsVersion };
    if (await submit.add({ kind: 'sign', body })) setSigning(false);
  };
  return (
    <section class="card guestCard">
      <h2>{order.title}</h2>
      {itemsChanged && (
        <p class="guestNotice" role="alert">
          {m.guest_itemsChanged()}
        </p>
      )}
      <ul class="plainList guestList">
        {order.items.map((item) => (
          <li key={item.id}>
            <span class="guestItem">
              <span class="guestStrong">{item.title}</span>
              <span class="num">{quantityText(item.quantity)}</span>
            </span>
            {(item.description ?? '') !== '' && <span class="muted guestText">{item.description}</span>}
          </li>
        ))}
      </ul>
      {signed.map((by) => (
        <p key={by} class="guestOk">
          {m.guest_signedBy({ name: by })}
        </p>
      ))}
      {maySign && !signing && unsent.length === 0 && (
        <button type="button" class="guestButton" onClick={() => setSigning(true)}>
          {m.guest_sign()}
        </button>
      )}
      {signing && (
        <form
          class="guestForm"
          onSubmit={(event) => {
            event.preventDefault();
            void sign();
          }}
        >
          <label class="guestLabel" for={id}>
            {m.guest_signName()}
          </label>
          <input
            id={id}
            class="guestField"
            autocomplete="name"
            required
            maxLength={textLimits.line}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <p class="muted">{m.guest_signMeaning()}</p>
          <div class="guestButtons">
            <button type="submit" class="guestButton filled" disabled={submit.busy || name.trim() === ''}>
              {m.guest_signNow()}
            </button>
            <button type="button" class="guestButton" onClick={() => setSigning(false)}>
              {m.guest_back()}
            </button>
          </div>
        </form>
      )}
      {submit.failure}
    </section>
  );
}
