import { Button } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCalendarOff,
  IconCheck,
  IconPalette,
  IconTag,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { AssignSelected } from './AssignSelected';
import { ColorSelected } from './ColorSelected';
import { ScheduleSelected } from './ScheduleSelected';
import styles from './SelectionBar.module.css';
import { TagSelected } from './TagSelected';
import { useBulkAction } from './useBulkAction';
import type { Selection } from './useSelection';

const panels = { assign: AssignSelected, schedule: ScheduleSelected, color: ColorSelected, tag: TagSelected };

/** What can be done with the selected jobs; replaces the toolbar of the list while any are selected. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { ids, clear } = selection;
  const [open, setOpen] = useState<keyof typeof panels | null>(null);
  const { busy, run } = useBulkAction(ids, () => {
    setOpen(null);
    clear();
  });
  const Panel = open === null ? null : panels[open];
  const button = { variant: 'default', size: 'sm', disabled: busy } as const;
  return (
    <section className={styles.bar} aria-label={m.bulk_selected({ count: ids.size })}>
      <b className={`num ${styles.count}`} role="status">
        {m.bulk_selected({ count: ids.size })}
      </b>
      <Button {...button} leftSection={<IconUsers size={17} aria-hidden />} onClick={() => setOpen('assign')}>
        {m.bulk_assign()}
      </Button>
      <Button
        {...button}
        leftSection={<IconCalendarEvent size={17} aria-hidden />}
        onClick={() => setOpen('schedule')}
      >
        {m.bulk_schedule()}
      </Button>
      <Button
        {...button}
        leftSection={<IconCalendarOff size={17} aria-hidden />}
        onClick={() => void run({ unschedule: true })}
      >
        {m.bulk_unschedule()}
      </Button>
      <Button
        {...button}
        leftSection={<IconPalette size={17} aria-hidden />}
        onClick={() => setOpen('color')}
      >
        {m.bulk_color()}
      </Button>
      <Button {...button} leftSection={<IconTag size={17} aria-hidden />} onClick={() => setOpen('tag')}>
        {m.bulk_tag()}
      </Button>
      <Button
        {...button}
        leftSection={<IconCheck size={17} aria-hidden />}
        onClick={() => void run({ complete: true })}
      >
        {m.jobs_markComplete()}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        leftSection={<IconX size={17} aria-hidden />}
        onClick={clear}
      >
        {m.bulk_clear()}
      </Button>
      {Panel !== null && <Panel count={ids.size} busy={busy} run={run} onClose={() => setOpen(null)} />}
    </section>
  );
}
