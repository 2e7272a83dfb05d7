import { Portal } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { m } from '@/i18n';
import { shortDay } from '@/ui/days';
import { useJobColour } from '@/ui/jobColour';
import { daysBetween } from '../calendarDays';
import type { DatedJob } from '../grid/crowding';
import { moved } from '../grid/spans';
import styles from './LiftedCard.module.css';
import type { Lifted } from './useCardDrag';

interface LiftedCardProps {
  job: DatedJob;
  lifted: Lifted;
  ghost: RefObject<HTMLDivElement | null>;
}

/** The dates that a card would get where it is dropped. */
function Dates({ job, lifted: { day, over } }: Omit<LiftedCardProps, 'ghost'>) {
  if (over === null) return m.calendar_dropHint();
  if (over === 'unscheduled') {
    return (
      <>
        <IconCalendarOff size={18} stroke={1.9} aria-hidden /> {m.calendar_dropUnscheduled()}
      </>
    );
  }
  const { startDate, endDate } = moved(job, daysBetween(day, over.day));
  return startDate === endDate ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`;
}

/** A card that follows the finger, and says over which dates it is. */
export function LiftedCard({ job, lifted, ghost }: LiftedCardProps) {
  const paint = useJobColour();
  return (
    <Portal>
      <div ref={ghost} className={styles.ghost}>
        <div className={styles.card} data-over={lifted.over !== null || undefined}>
          <span className={styles.edge} style={{ background: paint(job.color).fill }} />
          <span className={styles.words}>
            <b className={styles.title}>{job.title}</b>
            <span className={styles.dates} role="status">
              <Dates job={job} lifted={lifted} />
            </span>
          </span>
        </div>
      </div>
    </Portal>
  );
}
