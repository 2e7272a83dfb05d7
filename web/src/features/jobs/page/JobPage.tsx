import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import {
  IconCalendarEvent,
  IconCheck,
  IconMapPin,
  IconPrinter,
  IconRotate,
  IconRoute,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure } from '@/api/client';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJob } from '@/queries/jobs/jobs';
import { useQueued } from '@/queries/offline/outbox';
import { firstId } from '@/queries/offline/temporaryIds';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { CrewName } from '@/ui/jobs/CrewName';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { ActionBar } from '@/ui/layout/ActionBar';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';
import { lazyPart } from '@/ui/loading/lazyPart';
import { directionsUrl } from '@/ui/navigation/directions';
import { Overlay } from '@/ui/overlays/Overlay';
import { UnsavedForms, useUnsavedForms } from '@/ui/overlays/UnsavedFormsContext';
import { usePhone } from '@/ui/theme/usePhone';
import { AnswerButtons, AwaitingAnswer, useAwaitsAnswer } from '../assignment/AssignmentAnswer';
import { JobDetails } from '../details/JobDetails';
import { JobEdit } from '../edit/JobEdit';
import { JobImages } from '../images/JobImages';
import { jobAddress, jobDates } from '../jobText';
import { JobPurchaseOrders } from '../orders/JobPurchaseOrders';
import { JobWorkOrders } from '../orders/JobWorkOrders';
import { JobMeasurements } from './JobMeasurements';
import { JobMenu } from './JobMenu';
import { JobNotes } from './JobNotes';
import styles from './JobPage.module.css';
import { useCompletion } from './jobActions';
import { useMayEdit, useTabs, useView } from './jobTabs';
import { useBackLink } from './useBackLink';
import { useJobAddress } from './useJobAddress';

/** Rarely used, so it is lazy. */
const JobHistory = lazyPart(async () => (await import('./JobHistory')).JobHistory);

function CompleteButton({ job, main = false }: { job: Job; main?: boolean }) {
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

/** The link to the job card, to print or save. On a phone it is in the menu. */
const CardLink = ({ job }: { job: Job }) => (
  <Button
    component={Link}
    to={`/app/card/${job.id}`}
    variant="default"
    leftSection={<IconPrinter size={17} aria-hidden />}
  >
    {m.jobs_card()}
  </Button>
);

/** The link to directions in the maps app of the phone. */
const RouteLink = ({ job }: { job: Job }) => (
  <Button
    component="a"
    href={directionsUrl(job)}
    target="_blank"
    rel="noreferrer"
    variant="default"
    leftSection={<IconRoute size={17} aria-hidden />}
  >
    {m.calendar_route()}
  </Button>
);

function Facts({ job }: { job: Job }) {
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

/** A tab that was opened stays mounted, so that typed text is preserved. */
function Panel({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [visited, setVisited] = useState(shown);
  if (shown && !visited) setVisited(true);
  return visited ? <div hidden={!shown}>{children}</div> : null;
}

interface OpenJobProps {
  job: Job;
  close: () => void;
}

function OpenJob({ job, close }: OpenJobProps) {
  const { company } = useSession();
  const tabs = useTabs(job);
  const { view, show } = useView(tabs);
  const editor = useMayEdit(job);
  const answers = useAwaitsAnswer(job) && editor;
  const [editing, setEditing] = useState(false);
  const { dirty, report } = useUnsavedForms();
  const phone = usePhone();
  const done = job.status === 'complete';
  const isOfJob = (entry: { job: Job }) => entry.job.id === job.id;
  const waiting = [
    useQueued('createJob').find(isOfJob),
    useQueued('completeJob').findLast(isOfJob),
    useQueued('answerJob').findLast(isOfJob),
  ];
  const badge = waiting.find((entry) => entry !== undefined);
  const contractor = company.companyType === 'contractor';

  return (
    <Overlay
      title={job.title}
      onClose={close}
      dirty={dirty || editing}
      before={<ColorBar color={job.color} done={done} height={48} width={8} />}
      beside={
        <>
          {job.jobNumber !== null && <span className={`num ${styles.number}`}>#{job.jobNumber}</span>}
          <StatusPill status={job.status} />
          {badge !== undefined && <QueuedBadge entry={badge} />}
        </>
      }
      {...(phone ? {} : { under: <Facts job={job} /> })}
      actions={
        <>
          {contractor && <CompleteButton job={job} />}
          <CardLink job={job} />
        </>
      }
      kind={m.jobs_job()}
      menu={<JobMenu job={job} tabs={tabs} show={show} onDeleted={close} />}
      tabs={<RidgeTabs label={job.title} tabs={tabs} value={view} onChange={show} />}
    >
      <UnsavedForms report={report}>
        <Panel shown={view === 'details'}>
          <JobDetails job={job} />
        </Panel>
        <Panel shown={view === 'workOrders'}>
          <JobWorkOrders job={job} />
        </Panel>
        {contractor && (
          <Panel shown={view === 'purchaseOrders'}>
            <JobPurchaseOrders job={job} />
          </Panel>
        )}
        <Panel shown={view === 'measurements'}>
          <JobMeasurements job={job} />
        </Panel>
        <Panel shown={view === 'images'}>
          <JobImages job={job} />
        </Panel>
        <Panel shown={view === 'notes'}>
          <JobNotes job={job} />
        </Panel>
        {editor && (
          <Panel shown={view === 'edit'}>
            <JobEdit job={job} onDirty={setEditing} onDeleted={close} />
          </Panel>
        )}
        <Panel shown={view === 'history'}>
          <Suspense fallback={<SkeletonCards />}>
            <JobHistory job={job} shown={view === 'history'} />
          </Suspense>
        </Panel>
      </UnsavedForms>
      {/* The photos tab has its own action bar, with the camera. */}
      {contractor && view !== 'images' && (
        <ActionBar overlay>
          <RouteLink job={job} />
          <CompleteButton job={job} main />
        </ActionBar>
      )}
      {!contractor && !answers && view === 'details' && (
        <ActionBar overlay>
          <RouteLink job={job} />
        </ActionBar>
      )}
      {answers && view !== 'edit' && view !== 'images' && (
        <ActionBar overlay message={<AwaitingAnswer job={job} />}>
          <AnswerButtons job={job} onAccepted={() => show('edit')} onDeclined={close} />
        </ActionBar>
      )}
    </Overlay>
  );
}

/** One job, over the list or the calendar; closing it leads to `base`. */
export function JobPage({ base }: { base: string }) {
  const id = useJobAddress();
  const { close } = useBackLink(base);
  const { job, isError, error, refetch } = useJob(id);
  const unknown = error instanceof ApiFailure && (error.status === 404 || error.status === 400);

  if (job !== undefined && !unknown) return <OpenJob key={firstId(job.id)} job={job} close={close} />;
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
