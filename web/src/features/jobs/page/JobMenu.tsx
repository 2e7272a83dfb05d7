import type { Job } from '@bindings';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCalendarOff,
  IconCheck,
  IconCopy,
  IconDots,
  IconHistory,
  IconMessage2,
  IconPencil,
  IconPrinter,
  IconRepeat,
  IconRotate,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCompletion } from '@/components/jobs/useCompletion';
import { useScheduleLock } from '@/components/jobs/useScheduleLock';
import { Permitted } from '@/components/permissions/Permitted';
import { RepeatJobPanel } from '@/components/planning/series/RepeatJobPanel';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { useJobSeries } from '@/queries/planning/series';
import type { RidgeTab } from '@/ui/layout/RidgeTabs';
import { handlesEscape } from '@/ui/overlays/inlineForm';
import { usePhone } from '@/ui/theme/usePhone';
import { isScheduled } from '@/wasm/rules';
import { copyOf } from '../create/newJobValues';
import styles from './JobPage.module.css';
import { useDeleteJob, useUnschedule } from './jobActions';
import { useBackLink } from './useBackLink';
import { useJobChat } from './useJobChat';

interface JobMenuProps {
  job: Job;
  tabs: readonly RidgeTab[];
  show: (view: string) => void;
  /** Opens the form that makes a template of the job. */
  onSaveTemplate: () => void;
  /** Called after the job was deleted. */
  onDeleted: () => void;
}

/** The menu of a job page: every action that the user may take. */
export function JobMenu({ job, tabs, show, onSaveTemplate, onDeleted }: JobMenuProps) {
  const { may } = useSession();
  const phone = usePhone();
  const fixed = useScheduleLock()(job.status);
  const { done, toggle, words } = useCompletion(job);
  const { takeOff } = useUnschedule(job);
  const chat = useJobChat(job);
  const { requestDelete } = useDeleteJob(job, onDeleted);
  const edit = tabs.find(({ value }) => value === 'edit');
  // It is discarded in the list of what waits.
  const isNew = isTemporaryId(job.id);
  const { newJobAddress } = useBackLink(
    useLocation().pathname.startsWith('/app/calendar') ? '/app/calendar' : '/app/jobs',
  );
  const hasDays = isScheduled(job.startDate, job.endDate);
  const placed = hasDays && fixed === null;
  const mayRepeat = may('jobs.create') && !isNew && hasDays;
  const { data: series } = useJobSeries(job.id, mayRepeat);
  // The last one of a series may begin another one.
  const isOver = series !== undefined && (series === null || series.following === 0);
  const [repeating, setRepeating] = useState(false);
  return (
    <>
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
        <Menu.Dropdown {...handlesEscape}>
          {/* A phone has no space for this in the header. */}
          {phone && may('jobs.complete') && (
            <Menu.Item
              {...handlesEscape}
              leftSection={done ? <IconRotate size={18} /> : <IconCheck size={18} />}
              onClick={toggle}
            >
              {words}
            </Menu.Item>
          )}
          {phone && (
            <Menu.Item
              {...handlesEscape}
              component={Link}
              to={`/app/card/${job.id}`}
              leftSection={<IconPrinter size={18} />}
            >
              {m.jobs_card()}
            </Menu.Item>
          )}
          {phone && chat !== null && (
            <Permitted action="chat.send" unless={chat.blocked} inMenu>
              <Menu.Item
                {...handlesEscape}
                leftSection={<IconMessage2 size={18} />}
                onClick={() => void chat.open()}
              >
                {m.jobs_chat()}
              </Menu.Item>
            </Permitted>
          )}
          {edit !== undefined && (
            <Menu.Item {...handlesEscape} leftSection={<IconPencil size={18} />} onClick={() => show('edit')}>
              {edit.label}
            </Menu.Item>
          )}
          {!isNew && (
            <Menu.Item
              {...handlesEscape}
              leftSection={<IconHistory size={18} />}
              onClick={() => show('history')}
            >
              {m.history_tab()}
            </Menu.Item>
          )}
          {may('jobs.create') && (
            <Menu.Item
              {...handlesEscape}
              component={Link}
              to={newJobAddress}
              state={{ copy: { of: job.title, values: copyOf(job) } }}
              leftSection={<IconCopy size={18} />}
            >
              {m.jobs_duplicate()}
            </Menu.Item>
          )}
          {may('jobs.create') && !isNew && (
            <Menu.Item
              {...handlesEscape}
              leftSection={<IconTemplate size={18} />}
              onClick={() => onSaveTemplate()}
            >
              {m.templates_save()}
            </Menu.Item>
          )}
          {mayRepeat && isOver && (
            <Menu.Item
              {...handlesEscape}
              leftSection={<IconRepeat size={18} />}
              onClick={() => setRepeating(true)}
            >
              {m.series_repeat()}
            </Menu.Item>
          )}
          {may('jobs.schedule') && placed && (
            <Menu.Item
              {...handlesEscape}
              leftSection={<IconCalendarOff size={18} />}
              onClick={() => void takeOff()}
            >
              {m.jobs_unschedule()}
            </Menu.Item>
          )}
          {may('jobs.delete') && !isNew && (
            <>
              <Menu.Divider />
              <Menu.Item
                {...handlesEscape}
                color="var(--rl-danger)"
                leftSection={<IconTrash size={18} />}
                onClick={() => void requestDelete()}
              >
                {m.jobs_delete()}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {repeating && <RepeatJobPanel job={job} onClose={() => setRepeating(false)} />}
    </>
  );
}
