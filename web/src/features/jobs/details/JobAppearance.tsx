import type { Job } from '@bindings';
import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { ColorPicker } from '@/components/jobs/ColorPicker';
import { JobCalendars } from '@/components/jobs/JobCalendars';
import part from '@/components/jobs/JobPart.module.css';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCalendars } from '@/queries/calendar/calendars';
import { useJobChanges } from '@/queries/jobs/jobs';
import { ColorBar } from '@/ui/jobs/ColorBar';
import styles from './JobAppearance.module.css';

/** How a job shows on the calendar, its color and its calendars: rarely changed, so one press away. */
export function JobAppearance({ job }: { job: Job }) {
  const { may } = useSession();
  const { changeColor } = useJobChanges();
  const { data: calendars = [] } = useCalendars();
  const [opened, { toggle }] = useDisclosure(false);
  const on = calendars.filter(({ id }) => job.calendarAssignments.some((each) => each.calendarId === id));
  if (!may('jobs.color') && !may('calendars.manage') && calendars.length === 0) return null;
  return (
    <section className={part.box}>
      <h3 className={styles.head}>
        <UnstyledButton className={styles.toggle} aria-expanded={opened} onClick={toggle}>
          <ColorBar color={job.color} done={job.status === 'complete'} height={20} />
          <span className="grow">
            {m.jobs_appearance()}
            {on.length > 0 && (
              <span className={`trunc ${styles.on}`}>{on.map(({ title }) => title).join(', ')}</span>
            )}
          </span>
          <IconChevronDown size={18} className={styles.arrow} aria-hidden />
        </UnstyledButton>
      </h3>
      <Collapse expanded={opened}>
        <div className={styles.open}>
          {may('jobs.color') && (
            <ColorPicker
              label={m.jobs_color()}
              value={job.color}
              onChange={(color) =>
                void runWithToast(() => changeColor(job.id, color), notice('thisJobUpdated'))
              }
            />
          )}
          <JobCalendars job={job} />
        </div>
      </Collapse>
    </section>
  );
}
