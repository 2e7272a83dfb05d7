import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconCheck, IconMapPin, IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useJob, useJobChanges } from '@/session/jobs';
import { useSession } from '@/session/session';
import { ActionBar } from '@/ui/ActionBar';
import { ColourBar } from '@/ui/ColourBar';
import { CrewName } from '@/ui/CrewName';
import { EmptyState } from '@/ui/EmptyState';
import { Overlay, usePhone } from '@/ui/Overlay';
import { Permitted } from '@/ui/Permitted';
import { RidgeTabs } from '@/ui/RidgeTabs';
import { SkeletonCards } from '@/ui/Skeletons';
import { StatusPill } from '@/ui/StatusPill';
import { told } from '@/ui/told';

import { JobDetails } from './JobDetails';
import { JobEdit } from './JobEdit';
import styles from './JobPage.module.css';
import { datesLine, placeLine } from './place';
import { useWayBack, viewParameter } from './wayBack';

/** 'Mark Complete' or 'Mark Incomplete'; it shows at once and goes back when it is refused. */
function CompleteButton({ job, main = false }: { job: Job; main?: boolean }) {
  const { complete } = useJobChanges();
  const done = job.status === 'complete';
  const toggle = () => told(() => complete(job.id, done), notice('thisJobUpdated'));
  return (
    <Permitted action="jobs.complete">
      <Button
        variant={main && !done ? 'filled' : 'default'}
        leftSection={done ? <IconRotate size={17} /> : <IconCheck size={17} stroke={2.4} />}
        onClick={() => void toggle()}
      >
        {done ? m.jobs_markIncomplete() : m.jobs_markComplete()}
      </Button>
    </Permitted>
  );
}

function Facts({ job }: { job: Job }) {
  return (
    <>
      <span className={styles.fact}>
        <IconMapPin size={16} aria-hidden />
        {placeLine(job)}
      </span>
      <span className={`num ${styles.fact}`}>
        <IconCalendarEvent size={16} aria-hidden />
        {datesLine(job)}
      </span>
      <CrewName job={job} long />
    </>
  );
}

interface OpenJobProps {
  job: Job;
  close: () => void;
}

function OpenJob({ job, close }: OpenJobProps) {
  const { company, may } = useSession();
  const [params, setParams] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const phone = usePhone();
  const done = job.status === 'complete';
  const contractor = company.companyType === 'contractor';
  const editor = may('jobs.edit');
  const view = editor && params.get(viewParameter) === 'edit' ? 'edit' : 'details';

  const show = (next: string) =>
    setParams(
      (now) => {
        if (next === 'details') now.delete(viewParameter);
        else now.set(viewParameter, next);
        return now;
      },
      { replace: true },
    );

  return (
    <Overlay
      title={job.title}
      onClose={close}
      dirty={dirty}
      before={<ColourBar color={job.color} done={done} height={48} width={8} />}
      beside={
        <>
          {job.jobNumber !== null && <span className={`num ${styles.number}`}>#{job.jobNumber}</span>}
          <StatusPill status={job.status} />
        </>
      }
      {...(phone ? {} : { under: <Facts job={job} /> })}
      actions={contractor ? <CompleteButton job={job} /> : undefined}
      tabs={
        <RidgeTabs
          label={job.title}
          tabs={[
            { value: 'details', label: m.jobs_details() },
            ...(editor ? [{ value: 'edit', label: m.jobs_edit() }] : []),
          ]}
          value={view}
          onChange={show}
        />
      }
    >
      <div hidden={view !== 'details'}>
        <JobDetails job={job} />
      </div>
      {editor && (
        <div hidden={view !== 'edit'}>
          <JobEdit key={job.id} job={job} onDirty={setDirty} onDeleted={close} />
        </div>
      )}
      {contractor && (
        <ActionBar overlay>
          <CompleteButton job={job} main />
        </ActionBar>
      )}
    </Overlay>
  );
}

/** One job, over the list or the calendar; it closes towards `base`. */
export function JobPage({ base }: { base: string }) {
  const { id = '' } = useParams();
  const { close } = useWayBack(base);
  const { job, isError, error, refetch } = useJob(id);
  const unknown = error instanceof ApiFailure && (error.status === 404 || error.status === 400);

  if (job !== undefined && !unknown) return <OpenJob job={job} close={close} />;
  const back = base === '/app/calendar' ? m.jobs_backToCalendar() : m.jobs_back();
  return (
    <Overlay title={m.jobs_job()} onClose={close}>
      {isError && error !== null ? (
        <EmptyState
          art="search"
          title={unknown ? notice('jobNotFound') : error.message}
          action={
            <div className="row">
              {!unknown && <Button onClick={() => void refetch()}>{m.jobs_retry()}</Button>}
              <Button variant={unknown ? 'filled' : 'default'} onClick={close}>
                {back}
              </Button>
            </div>
          }
        >
          {unknown ? m.jobs_unknownHint() : m.common_tryAgain()}
        </EmptyState>
      ) : (
        <SkeletonCards />
      )}
    </Overlay>
  );
}
