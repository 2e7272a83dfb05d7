import type { Job, JobId } from '@bindings';
import { Button } from '@mantine/core';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { QueuedBadge } from '@/components/offline/QueuedBadge';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJob } from '@/queries/jobs/jobs';
import { useQueued } from '@/queries/offline/outbox';
import { firstId } from '@/queries/offline/temporaryIds';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';
import { lazyPart } from '@/ui/loading/lazyPart';
import { Overlay } from '@/ui/overlays/Overlay';
import { UnsavedForms, useUnsavedForms } from '@/ui/overlays/UnsavedFormsContext';
import { usePhone } from '@/ui/theme/usePhone';
import { useAwaitsAnswer } from '../assignment/AssignmentAnswer';
import { JobDetails } from '../details/JobDetails';
import { JobEdit } from '../edit/JobEdit';
import { JobImages } from '../images/JobImages';
import { JobPurchaseOrders } from '../orders/JobPurchaseOrders';
import { JobWorkOrders } from '../orders/JobWorkOrders';
import { JobBar } from './JobBar';
import { HeaderActions, HeaderFacts } from './JobHeader';
import { JobMeasurements } from './JobMeasurements';
import { JobMenu } from './JobMenu';
import { JobNotes } from './JobNotes';
import styles from './JobPage.module.css';
import { useMayEdit, useTabs, useView } from './jobTabs';
import { useBackLink } from './useBackLink';
import { useJobAddress } from './useJobAddress';

/** Rarely used, so they are lazy. */
const SaveTemplatePanel = lazyPart(async () => (await import('./SaveTemplatePanel')).SaveTemplatePanel);
const JobHistory = lazyPart(async () => (await import('./JobHistory')).JobHistory);

/**
 * The tabs, which are all mounted once they were opened: typing in one of them, or choosing another, renders none of the
 * others.
 */
const [Details, WorkOrders, PurchaseOrders, Measurements, Images, Notes, Edit] = [
  memo(JobDetails),
  memo(JobWorkOrders),
  memo(JobPurchaseOrders),
  memo(JobMeasurements),
  memo(JobImages),
  memo(JobNotes),
  memo(JobEdit),
];

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
  const [templating, setTemplating] = useState(false);
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
      {...(phone ? {} : { under: <HeaderFacts job={job} /> })}
      actions={<HeaderActions job={job} contractor={contractor} />}
      kind={m.jobs_job()}
      steady
      menu={
        <JobMenu
          job={job}
          tabs={tabs}
          show={show}
          onSaveTemplate={() => setTemplating(true)}
          onDeleted={close}
        />
      }
      tabs={<RidgeTabs label={job.title} tabs={tabs} value={view} onChange={show} />}
    >
      <UnsavedForms report={report}>
        <Panel shown={view === 'details'}>
          <Details job={job} />
        </Panel>
        <Panel shown={view === 'workOrders'}>
          <WorkOrders job={job} />
        </Panel>
        {contractor && (
          <Panel shown={view === 'purchaseOrders'}>
            <PurchaseOrders job={job} />
          </Panel>
        )}
        <Panel shown={view === 'measurements'}>
          <Measurements job={job} />
        </Panel>
        <Panel shown={view === 'images'}>
          <Images job={job} />
        </Panel>
        <Panel shown={view === 'notes'}>
          <Notes job={job} />
        </Panel>
        {editor && (
          <Panel shown={view === 'edit'}>
            <Edit job={job} onDirty={setEditing} onDeleted={close} />
          </Panel>
        )}
        <Panel shown={view === 'history'}>
          <Suspense fallback={<SkeletonCards />}>
            <JobHistory job={job} shown={view === 'history'} />
          </Suspense>
        </Panel>
      </UnsavedForms>
      {templating && (
        <Suspense fallback={null}>
          <SaveTemplatePanel job={job} onClose={() => setTemplating(false)} />
        </Suspense>
      )}
      <JobBar job={job} view={view} answers={answers} contractor={contractor} show={show} close={close} />
    </Overlay>
  );
}

/**
 * The id under which this page first showed the job. It stays while a temporary id and the server's are found to be of the
 * same job, so that typed text is preserved: also if the server's was shown first, because the browser was killed before
 * it forgot what it had sent.
 */
function useFirstShown(id: JobId): JobId {
  const [shown, setShown] = useState(id);
  if (shown === id || firstId(shown) === firstId(id)) return shown;
  setShown(id);
  return id;
}

/** One job, over the list or the calendar; closing it leads to `base`. */
export function JobPage({ base }: { base: string }) {
  const id = useJobAddress();
  const firstShown = useFirstShown(id);
  const { close } = useBackLink(base);
  const { job, isError, error, refetch } = useJob(id);
  const unknown = error instanceof ApiFailure && (error.status === 404 || error.status === 400);

  if (job !== undefined && !unknown) return <OpenJob key={firstShown} job={job} close={close} />;
  const back = base === '/app/calendar' ? m.jobs_backToCalendar() : m.jobs_back();
  return (
    <Overlay title={m.jobs_job()} onClose={close}>
      {isError && error !== null ? (
        <EmptyState
          art="search"
          title={unknown ? notice('jobNotFound') : error.message}
          action={
            <div className={styles.ways}>
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
