import { IconCamera, IconCheck, IconClockHour4, IconMessage2 } from '@tabler/icons-react';
import { m } from '@/i18n';

import page from './Landing.module.css';
import styles from './Subcontractors.module.css';

/** The same job in two languages, side by side. */
const cards = [
  {
    language: 'en',
    title: 'Delgado tear-off & re-roof',
    days: 'Jun 15 – 17',
    state: 'Pending acceptance',
    decline: 'Decline',
    accept: 'Accept',
  },
  {
    language: 'es',
    title: 'Delgado: retiro y techo nuevo',
    days: '15 – 17 de jun',
    state: 'Pendiente de aceptar',
    decline: 'Rechazar',
    accept: 'Aceptar',
  },
];

export function Subcontractors() {
  const points = [
    { Icon: IconCheck, title: m.landing_accept() },
    { Icon: IconCamera, title: m.landing_photos() },
    { Icon: IconMessage2, title: m.landing_chat() },
  ];
  return (
    <section
      className={`${page.section} ${page.tinted}`}
      id="subcontractors"
      aria-labelledby="subcontractors-title"
    >
      <div className={`${page.two} ${page.reversed}`}>
        <div>
          <h2 id="subcontractors-title">{m.landing_subcontractorsTitle()}</h2>
          <p className={page.lead}>{m.landing_subcontractorsText()}</p>
          <ul className={`${page.points} ${page.short}`}>
            {points.map(({ Icon, title }) => (
              <li key={title}>
                <Icon size={22} stroke={1.8} aria-hidden />
                <b>{title}</b>
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.cards} aria-hidden="true">
          {cards.map((card) => (
            <div key={card.language} className={styles.jobCard} lang={card.language}>
              <div>
                <span className="dim num">#2433</span>
                <b>{card.title}</b>
                <p className="muted">
                  3306 Eliot St, Denver
                  <br />
                  {card.days}
                </p>
                <span className={styles.pending}>
                  <IconClockHour4 size={17} />
                  {card.state}
                </span>
                <div className={styles.answers}>
                  <span>{card.decline}</span>
                  <span>{card.accept}</span>
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
