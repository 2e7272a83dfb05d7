import { IconBriefcase, IconBuilding, IconCalendarEvent, IconCheck } from '@tabler/icons-react';
import { Mark } from '@/ui/Mark';

import { agenda } from './pictures';
import styles from './pictures.module.css';

const days = ['D', 'L', 'M', 'X', 'J', 'V', 'S'];

/** A crew's day on a phone, in Spanish whatever the page speaks: that it can is the point of the picture. */
export function PhonePicture() {
  return (
    <div className={styles.phone} aria-hidden="true" lang="es">
      <div className={styles.phoneTop}>
        <b>
          <Mark size={15} on="slate" />
          Junio de 2026
        </b>
        <div className={styles.days}>
          {days.map((name, at) => (
            <span key={name} data-today={name === 'J' || undefined}>
              {name}
              <b>{at + 7}</b>
            </span>
          ))}
        </div>
      </div>
      <div className={styles.today}>
        Hoy, jue 11 jun <span>5 trabajos</span>
      </div>
      {agenda.map(({ fill, title, address, crew, day, accepted }) => (
        <div key={title} className={styles.job} data-fill={fill}>
          <b>{title}</b>
          {address}
          <p data-accepted={accepted || undefined}>
            {accepted && <IconCheck size={9} stroke={3} />} {crew}
          </p>
          <i>{day}</i>
        </div>
      ))}
      <div className={styles.unscheduled}>Sin programar 6</div>
      <div className={styles.phoneNav}>
        <span>
          <IconCalendarEvent size={15} />
          Calendario
        </span>
        <span>
          <IconBriefcase size={15} />
          Trabajos
        </span>
        <span>
          <IconBuilding size={15} />
          Empresa
        </span>
      </div>
    </div>
  );
}
