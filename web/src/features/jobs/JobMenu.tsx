import type { Job } from '@bindings';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCalendarOff,
  IconCheck,
  IconDots,
  IconHistory,
  IconPencil,
  IconPrinter,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { ownEscape } from '@/ui/inPlace';
import { usePhone } from '@/ui/phone';
import type { RidgeTab } from '@/ui/RidgeTabs';
import { useWhyFixed } from '@/ui/useWhyFixed';
import { isScheduled } from '@/wasm/rules';

import styles from './JobPage.module.css';
import { useCompletion, useJobRemoval, useTakingOff } from './jobVerbs';

interface JobMenuProps {
  job: Job;
  tabs: readonly RidgeTab[];
  show: (view: string) => void;
  /** Told when the job was deleted. */
  onDeleted: () => void;
}

/** Everything that can be done with a job, under the three dots of its page; what this reader may not do is not there. */
export function JobMenu({ job, tabs, show, onDeleted }: JobMenuProps) {
  const { may } = useSession();
  const phone = usePhone();
  const fixed = useWhyFixed()(job.status);
  const { done, toggle, words } = useCompletion(job);
  const { takeOff } = useTakingOff(job);
  const { ask } = useJobRemoval(job, onDeleted);
  const edit = tabs.find(({ value }) => value === 'edit');
  const placed = isScheduled(job.startDate, job.endDate) && fixed === null;
  return (
    <Menu position="bottom-end" width={248} loop>
      <Menu.Target>
        <ActionIcon
          variant={phone ? 'transparent' : 'default'}
          size={phone ? 48 : 36}
          className={styles.menu ?? ''}
          aria-label={m.jobs_menu()}
        >
          <IconDots size={phone ? 24 : 18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown {...ownEscape}>
        {/* Where there is no room for them in the header. */}
        {phone && may('jobs.complete') && (
          <Menu.Item
            {...ownEscape}
            leftSection={done ? <IconRotate size={18} /> : <IconCheck size={18} />}
            onClick={toggle}
          >
            {words}
          </Menu.Item>
        )}
        {phone && (
          <Menu.Item
            {...ownEscape}
            component={Link}
            to={`/app/card/${job.id}`}
            leftSection={<IconPrinter size={18} />}
          >
            {m.jobs_card()}
          </Menu.Item>
        )}
        {edit !== undefined && (
          <Menu.Item {...ownEscape} leftSection={<IconPencil size={18} />} onClick={() => show('edit')}>
            {edit.label}
          </Menu.Item>
        )}
        <Menu.Item {...ownEscape} leftSection={<IconHistory size={18} />} onClick={() => show('history')}>
          {m.history_tab()}
        </Menu.Item>
        {may('jobs.schedule') && placed && (
          <Menu.Item
            {...ownEscape}
            leftSection={<IconCalendarOff size={18} />}
            onClick={() => void takeOff()}
          >
            {m.jobs_unschedule()}
          </Menu.Item>
        )}
        {may('jobs.delete') && (
          <>
            <Menu.Divider />
            <Menu.Item
              {...ownEscape}
              color="var(--rl-danger)"
              leftSection={<IconTrash size={18} />}
              onClick={() => void ask()}
            >
              {m.jobs_delete()}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
