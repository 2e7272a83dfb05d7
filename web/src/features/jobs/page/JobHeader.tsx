import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCheck,
  IconMapPin,
  IconMessage2,
  IconPrinter,
  IconRotate,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCompletion } from '@/components/jobs/useCompletion';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { CrewName } from '@/ui/jobs/CrewName';
import { jobAddress, jobDates } from '../jobText';
import styles from './JobPage.module.css';
import { useJobChat } from './useJobChat';

/** The address, the days and the crew of a job, in the header of every tab. */
export function HeaderFacts({ job }: { job: Job }) {
  return (
    <>
      <span className={styles.fact}>
        <IconMapPin size={16} aria-hidden />
        {jobAddress(job)}
      </span>
      <span className={`num ${styles.fact}`}>
        <IconCalendarEvent size={16} aria-hidden />
        {jobDates(job)}
      </span>
      <CrewName job={job} long />
    </>
  );
}

/** Marks the job complete or incomplete; `main` on a phone, where it is the next step. */
export function CompleteButton({ job, main = false }: { job: Job; main?: boolean }) {
  const { done, toggle, words } = useCompletion(job);
  return (
    <Permitted action="jobs.complete">
      <Button
        variant={main && !done ? 'filled' : 'default'}
        leftSection={done ? <IconRotate size={17} /> : <IconCheck size={17} stroke={2.4} />}
        onClick={toggle}
      >
        {words}
      </Button>
    </Permitted>
  );
}

function ChatButton({ job }: { job: Job }) {
  const chat = useJobChat(job);
  if (chat === null) return null;
  return (
    <Permitted action="chat.send" unless={chat.blocked}>
      <Button
        variant="default"
        leftSection={<IconMessage2 size={17} aria-hidden />}
        loading={chat.busy}
        onClick={() => void chat.open()}
      >
        {m.jobs_chat()}
      </Button>
    </Permitted>
  );
}

/** The actions in the header of a desktop; a phone has them in the bar at the bottom and in the menu. */
export function HeaderActions({ job, contractor }: { job: Job; contractor: boolean }) {
  return (
    <>
      {contractor && <CompleteButton job={job} />}
      <ChatButton job={job} />
      <Button
        component={Link}
        to={`/app/card/${job.id}`}
        variant="default"
        leftSection={<IconPrinter size={17} aria-hidden />}
      >
        {m.jobs_card()}
      </Button>
    </>
  );
}
