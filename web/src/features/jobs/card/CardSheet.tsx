import { m } from '@/i18n';
import { PrintSheet } from '@/ui/print/PrintSheet';

import styles from './CardSheet.module.css';
import type { CardContent } from './cardContent';

interface CardPicture {
  address: string;
  alt: string;
  /** Called when its link has expired. */
  onBroken: () => void;
}

function Facts({ facts }: CardContent) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, main, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">
            <strong>{main}</strong>
            {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Tags({ tags }: CardContent) {
  return (
    <ul className={styles.tags} aria-label={m.jobs_tags()}>
      {tags.map((tag, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tags may repeat, and their order is fixed.
        <li key={at}>{tag}</li>
      ))}
    </ul>
  );
}

function Measures({ measures }: CardContent) {
  return (
    <section className={styles.section}>
      <h2>{m.jobs_measurements()}</h2>
      <ul className={styles.measures}>
        {measures.map(({ amount, unit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: amounts may repeat, and their order is fixed.
          <li key={at}>
            <strong className="num">{amount}</strong>
            {unit}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({ orders }: CardContent) {
  return orders.map(({ heading, orders: all }) => (
    <section key={heading} className={styles.section}>
      <h2>{heading}</h2>
      {all.map(({ title, total, items }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and their order is fixed.
        <table key={at} className={styles.order}>
          <thead>
            <tr>
              <th scope="colgroup" colSpan={2}>
                {title}
              </th>
              <th scope="col" className="right num">
                {total}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ quantity, name, total: line }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items may repeat, and their order is fixed.
              <tr key={row}>
                <td className="right num">{quantity}</td>
                <td>{name}</td>
                <td className="right num">{line}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  ));
}

/** The card as it will be printed: white, A4 in print, as wide as possible on a phone. */
export function CardSheet({ content, picture }: { content: CardContent; picture: CardPicture | null }) {
  const { title, place, color, note, tags, measures, printed } = content;
  return (
    <PrintSheet label={title} head={{ ...content, kind: m.jobs_job() }} color={color} printed={printed}>
      <div className={styles.top}>
        <div className="grow">
          <h2 className={styles.title}>{title}</h2>
          <address className={styles.place}>
            {place.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <Facts {...content} />
        </div>
        {picture !== null && (
          <img
            className={styles.picture}
            src={picture.address}
            alt={picture.alt}
            onError={picture.onBroken}
          />
        )}
      </div>
      {note !== null && (
        <section className={styles.section}>
          <h2>{m.jobs_note()}</h2>
          <p className={styles.note}>{note}</p>
        </section>
      )}
      {tags.length > 0 && <Tags {...content} />}
      {measures.length > 0 && <Measures {...content} />}
      <Orders {...content} />
    </PrintSheet>
  );
}
