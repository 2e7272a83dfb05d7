import { ActionIcon, Checkbox } from '@mantine/core';
import { IconCalendarPlus, IconTrash } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';

import styles from './CalendarsPanel.module.css';

interface CalendarRowProps {
  id: string;
  title: string;
  shown: boolean;
  onToggle: () => void;
  /** The number of items on it; undefined while loading. */
  jobs: number | undefined;
  appointments?: number | undefined;
  /** Undefined for the items on no calendar: that row can be neither filled nor deleted. */
  onChoose?: () => void;
  onDelete?: () => void;
}

/** A calendar with its visibility and the number of its items. */
export function CalendarRow(props: CalendarRowProps) {
  const { id, title, shown, onToggle, jobs, appointments, onChoose, onDelete } = props;
  const counts = [
    jobs === undefined ? null : m.calendar_jobCount({ count: jobs }),
    appointments === undefined ? null : m.calendar_appointmentCount({ count: appointments }),
  ];
  return (
    <li className={styles.row}>
      <Checkbox
        className="grow"
        classNames={{ body: styles.box ?? '', label: styles.title ?? '', description: 'num' }}
        label={title}
        description={counts.filter(Boolean).join(', ')}
        checked={shown}
        onChange={onToggle}
      />
      {onChoose && (
        <ActionIcon
          size={44}
          data-calendar={id}
          aria-label={m.calendar_addJobsTo({ title })}
          onClick={onChoose}
        >
          <IconCalendarPlus size={19} stroke={1.8} />
        </ActionIcon>
      )}
      {onDelete && (
        <Permitted action="calendars.manage">
          <ActionIcon size={44} aria-label={m.calendar_deleteCalendar({ title })} onClick={onDelete}>
            <IconTrash size={19} stroke={1.8} />
          </ActionIcon>
        </Permitted>
      )}
    </li>
  );
}
