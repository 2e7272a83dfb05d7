import {
  IconCalendarEvent,
  IconCheck,
  IconClipboardCheck,
  IconReceipt2,
  IconUsersGroup,
} from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from './Contractors.module.css';
import { orderLines, orderTotal } from './illustrations';
import page from './Landing.module.css';

export function Contractors() {
  const points = [
    { Icon: IconCalendarEvent, title: m.landing_schedule(), text: m.landing_scheduleText() },
    { Icon: IconReceipt2, title: m.landing_orders(), text: m.landing_ordersText() },
    { Icon: IconClipboardCheck, title: m.landing_signOffs(), text: m.landing_signOffsText() },
    { Icon: IconUsersGroup, title: m.landing_crews(), text: m.landing_crewsText() },
  ];
  return (
    <section className={page.section} id="contractors" aria-labelledby="contractors-title">
      <div className={page.two}>
        <div>
          <h2 id="contractors-title">{m.landing_contractorsTitle()}</h2>
          <p className={page.lead}>{m.landing_contractorsText()}</p>
          <ul className={page.points}>
            {points.map(({ Icon, title, text }) => (
              <li key={title}>
                <Icon size={22} stroke={1.7} aria-hidden />
                <div>
                  <b>{title}</b>
                  <span>{text}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <figure className={`${page.paper} ${styles.order}`}>
          <div className={styles.orderHead}>
            <svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true">
              <path d="M0 0h32v32H0z" fill="#17212A" />
              <path d="M9 24V11h3.5v4.5h7V11H23v13h-3.5v-5h-7v5z" fill="#FFFFFF" />
              <path d="M7.5 9 16 6l8.5 3" stroke="#F0732E" strokeWidth="2" fill="none" />
            </svg>
            <div className="grow">
              <b>Halvorsen Roofing &amp; Exteriors</b>
              <span className="muted">{m.landing_purchaseOrder()}</span>
            </div>
            <strong className="num">#2418-1</strong>
          </div>
          <table>
            <tbody>
              {orderLines.map(({ product, quantity, price, total }) => (
                <tr key={product}>
                  <th scope="row">{product}</th>
                  <td className="num muted">{quantity}</td>
                  <td className={`num muted ${styles.price}`}>{price}</td>
                  <td className="num">{total}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={styles.orderTotal}>
            <b>{m.landing_orderTotal()}</b>
            <strong className="num">{orderTotal}</strong>
          </div>
          <figcaption className={styles.sent}>
            <IconCheck size={20} stroke={2.6} aria-hidden />
            <b>{m.landing_sentTo()}</b> carla@plattevalley.example
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
