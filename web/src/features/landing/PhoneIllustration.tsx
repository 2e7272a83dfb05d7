import {
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconCalendarEvent,
  IconCheck,
  IconChevronUp,
  IconClock,
  IconFilter,
  IconLayoutGrid,
  IconMap2,
  IconMessage2,
  IconRoute,
  IconSearch,
  IconUsersGroup,
} from '@tabler/icons-react';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { agenda, jobsPerDay } from './illustrations';
import styles from './PhoneIllustration.module.css';

const days = ['D', 'L', 'M', 'X', 'J', 'V', 'S'];

const places = [
  { Icon: IconCalendarEvent, name: 'Calendario' },
  { Icon: IconBriefcase, name: 'Trabajos' },
  { Icon: IconMessage2, name: 'Mensajes', unseen: true },
  { Icon: IconUsersGroup, name: 'Conexiones', unseen: true },
  { Icon: IconBuilding, name: 'Empresa' },
];

function Week() {
  return (
    <div className={styles.days}>
      {days.map((name, at) => (
        <span key={name} data-today={name === 'J' || undefined}>
          {name}
          <b>{at + 7}</b>
          <i style={{ width: (jobsPerDay[at] ?? 0) * 4 }} />
        </span>
      ))}
    </div>
  );
}

function Jobs() {
  return agenda.map(({ fill, title, address, crew, day, accepted }) => (
    <div key={title} className={styles.job} data-fill={fill}>
      <div>
        <b>{title}</b>
        {address}
        <p data-accepted={accepted || undefined}>
          {accepted && <IconCheck size={9} stroke={3} />} {crew}
        </p>
      </div>
      <i>{day}</i>
      <span>
        <IconRoute size={13} />
        Ruta
      </span>
    </div>
  ));
}

/** A crew's day on a phone, always in Spanish, to show that the app supports it. */
export function PhoneIllustration() {
  return (
    <div className={styles.phone} aria-hidden="true" lang="es">
      <div className={styles.top}>
        <div className={styles.bar}>
          <RidgelineLogo size={15} on="slate" />
          <b className="grow">Junio de 2026</b>
          <IconSearch size={13} />
          <span data-unseen>
            <IconBell size={13} />
          </span>
        </div>
        <Week />
      </div>
      <div className={styles.views}>
        <span>
          <IconLayoutGrid size={10} />
          Trabajos
        </span>
        <span>
          <IconClock size={10} />
          Citas
        </span>
        <span>
          <IconMap2 size={10} />
          Mapa
        </span>
        <span>
          <IconFilter size={11} />
        </span>
      </div>
      <div className={styles.today}>
        Hoy, jue 11 jun <span>5 trabajos</span>
      </div>
      <div className={styles.jobs}>
        <Jobs />
      </div>
      <div className={styles.unscheduled}>
        <IconChevronUp size={12} />
        Sin programar <i>6</i>
      </div>
      <div className={styles.nav}>
        {places.map(({ Icon, name, unseen }) => (
          <span key={name}>
            <span data-unseen={unseen}>
              <Icon size={14} stroke={1.8} />
            </span>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}
