import type { Job } from '@bindings';
import { Button, type ButtonProps } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCalendarOff,
  IconCheck,
  IconDownload,
  IconPalette,
  type IconProps,
  IconTag,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { m } from '@/i18n';
import { AssignSelected } from './AssignSelected';
import { ColorSelected } from './ColorSelected';
import { ScheduleSelected } from './ScheduleSelected';
import { TagSelected } from './TagSelected';
import { useBulkAction } from './useBulkAction';
import { useJobsFile } from './useJobsFile';
import type { Selection } from './useSelection';

const panels = { assign: AssignSelected, schedule: ScheduleSelected, color: ColorSelected, tag: TagSelected };

interface SelectionActionsProps {
  selection: Selection;
  /** The shown jobs, in their order. */
  jobs: readonly Job[];
  size: ButtonProps['size'];
  /** After a change, which ends the selection. */
  onDone: () => void;
}

/** The buttons for the selected jobs, and the panel that one of them opens. */
export function SelectionActions({ selection: { ids }, jobs, size, onDone }: SelectionActionsProps) {
  const [open, setOpen] = useState<keyof typeof panels | null>(null);
  const { busy, run } = useBulkAction(ids, () => {
    setOpen(null);
    onDone();
  });
  const file = useJobsFile();
  const Panel = open === null ? null : panels[open];
  const action = (label: string, Icon: ComponentType<IconProps>, onClick: () => void, loading = false) => (
    <Button
      variant="default"
      size={size ?? 'sm'}
      disabled={busy || ids.size === 0}
      loading={loading}
      leftSection={<Icon size={17} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <>
      {action(m.bulk_assign(), IconUsers, () => setOpen('assign'))}
      {action(m.bulk_schedule(), IconCalendarEvent, () => setOpen('schedule'))}
      {action(m.bulk_unschedule(), IconCalendarOff, () => void run({ unschedule: true }))}
      {action(m.bulk_color(), IconPalette, () => setOpen('color'))}
      {action(m.bulk_tag(), IconTag, () => setOpen('tag'))}
      {action(m.jobs_markComplete(), IconCheck, () => void run({ complete: true }))}
      {action(
        m.bulk_export(),
        IconDownload,
        () => void file.save(jobs.filter(({ id }) => ids.has(id))),
        file.busy,
      )}
      {Panel !== null && <Panel count={ids.size} busy={busy} run={run} onClose={() => setOpen(null)} />}
    </>
  );
}
