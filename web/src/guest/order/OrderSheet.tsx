/** @jsxImportSource preact */
import type { GuestOrderView } from '@bindings';
import { shortDay } from '@/i18n/dayNames';
import { m } from '@/i18n/pageTexts';
import { addressLine } from '@/ui/navigation/directions';
import { dayOfInstant, quantityText } from '../formats';
import { useAfterPaint } from '../useAfterPaint';

/** What a browser calls the file of a printed page is the title of the page. */
function printAs(title: string): void {
  const before = document.title;
  document.title = title;
  window.addEventListener(
    'afterprint',
    () => {
      document.title = before;
    },
    { once: true },
  );
  window.print();
}

/** Prints the order, or saves it as a PDF: each phone and each computer offers both there. */
export const PrintButton = ({ view }: { view: GuestOrderView }) => (
  <button
    type="button"
    class="guestButton"
    onClick={() => printAs(`${view.contact.company} ${view.purchaseOrder.title}`)}
  >
    {m.guest_orderPrint()}
  </button>
);

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The order on paper. Only a print shows it, so the page is shown first. */
export const OrderSheet = ({ view }: { view: GuestOrderView }) =>
  useAfterPaint() ? <Sheet view={view} /> : null;

function Sheet({ view }: { view: GuestOrderView }) {
  const { contact, purchaseOrder: order } = view;
  const from = [contact.company, contact.name, contact.phone].filter((part) => part !== null && part !== '');
  return (
    <section class="guestSheet">
      <h1>{m.guest_orderSheet({ title: order.title })}</h1>
      <dl>
        <Fact name={m.guest_orderFrom()}>{from.join(', ')}</Fact>
        <Fact name={m.guest_orderDeliverTo()}>{addressLine(order.deliveryAddress)}</Fact>
        <Fact name={m.guest_orderOrdered()}>{dayOfInstant(order.dateInserted)}</Fact>
        {order.expectedOn !== null && <Fact name={m.guest_orderDay()}>{shortDay(order.expectedOn)}</Fact>}
        {order.remark !== null && <Fact name={m.guest_orderRemark()}>{order.remark}</Fact>}
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.guest_orderProduct()}</th>
            <th scope="col">{m.guest_orderCategory()}</th>
            <th scope="col">{m.guest_orderQuantity()}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <td>
                {item.productName}
                {item.available === false && (
                  <small>
                    {item.substitute === null
                      ? m.guest_orderMissing()
                      : m.guest_orderInstead({ substitute: item.substitute })}
                  </small>
                )}
              </td>
              <td>{item.categoryTitle}</td>
              <td>{quantityText(item.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
