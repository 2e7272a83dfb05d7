/** @jsxImportSource preact */
import type { GuestOrderView, PurchaseOrderStatus } from '@bindings';
import { shortDay } from '@/i18n/dayNames';
import { m } from '@/i18n/pageTexts';
import { ContactButtons } from '../ContactButtons';
import { quantityText } from '../formats';
import type { GuestPageState } from '../guestQueue';
import type { WaitingTask } from '../guestStorage';
import { useAfterPaint } from '../useAfterPaint';
import { OrderAnswer } from './OrderAnswer';
import { OrderSheet, PrintButton } from './OrderSheet';

const states: Record<PurchaseOrderStatus, () => string> = {
  draft: () => m.guest_orderDraft(),
  sent: () => m.guest_orderSent(),
  seen: () => m.guest_orderSent(),
  confirmed: () => m.guest_orderConfirmed(),
  partlyReceived: () => m.guest_orderPartly(),
  received: () => m.guest_orderReceived(),
  closed: () => m.guest_orderClosed(),
  cancelled: () => m.guest_orderCancelled(),
};

/** The states in which a vendor answers. */
const isOpen = (status: PurchaseOrderStatus) => ['sent', 'seen', 'confirmed'].includes(status);

interface Props {
  view: GuestOrderView;
  waiting: readonly WaitingTask[];
  changed: GuestPageState['changed'];
}

/** A purchase order for its vendor: what is wanted and where, and the answer. */
export function GuestOrderPage({ view, waiting, changed }: Props) {
  const order = view.purchaseOrder;
  const isPainted = useAfterPaint();
  return (
    <>
      <section class="card guestCard">
        <h1>{order.title}</h1>
        <p class="guestStrong" role="status">
          {states[order.status]()}
        </p>
        {order.expectedOn !== null && <p>{m.guest_orderExpected({ day: shortDay(order.expectedOn) })}</p>}
        <p class="muted">{m.guest_orderDeliverTo()}</p>
        <ContactButtons contact={view.contact} place={order.deliveryAddress} />
        <div class="guestButtons">
          <PrintButton view={view} />
        </div>
      </section>
      {changed === 'order' && (
        <p class="guestNotice" role="alert">
          {m.guest_orderChanged()}
        </p>
      )}
      {isPainted && <OrderDetails view={view} waiting={waiting} />}
    </>
  );
}

/** What is below the first screen of a phone: the rows and the answer, and the paper. */
function OrderDetails({ view, waiting }: Pick<Props, 'view' | 'waiting'>) {
  const order = view.purchaseOrder;
  return (
    <>
      {isOpen(order.status) ? (
        <OrderAnswer order={order} waiting={waiting} />
      ) : (
        <section class="card guestCard">
          <h2>{m.guest_orderItems()}</h2>
          <ul class="plainList guestList">
            {order.items.map((item) => (
              <li key={item.id}>
                <span class="guestItem">
                  <span class="guestStrong">{item.productName}</span>
                  <span class="num">{quantityText(item.quantity)}</span>
                </span>
                {item.received > 0 && (
                  <span class="muted">{m.guest_orderCame({ amount: quantityText(item.received) })}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <OrderSheet view={view} />
      <footer class="guestFooter">
        <p class="muted">{m.guest_goodUntil({ day: shortDay(view.endsOn) })}</p>
      </footer>
    </>
  );
}
