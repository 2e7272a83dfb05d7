import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconCheck, IconMapPin, IconPrinter, IconRotate } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useJobNotes } from '@/session/jobNotes';
import { useJob, useJobChanges } from '@/session/jobs';
import { usePurchaseOrders } from '@/session/purchaseOrders';
import { useSession } from '@/session/session';
import { useWorkOrders } from '@/session/workOrders';
import { ActionBar } from '@/ui/ActionBar';
import { ColourBar } from '@/ui/ColourBar';
import { CrewName } from '@/ui/CrewName';
import { EmptyState } from '@/ui/EmptyState';
import { Overlay, usePhone } from '@/ui/Overlay';
import { Permitted } from '@/ui/Permitted';
import { type RidgeTab, RidgeTabs } from '@/ui/RidgeTabs';
import { SkeletonCards } from '@/ui/Skeletons';
import { StatusPill } from '@/ui/StatusPill';
import { told } from '@/ui/told';
import { Unsaved, useUnsavedForms } from '@/ui/unsaved';
import { AnswerButtons, useAwaitsAnswer, Waiting } from './AssignAnswer';
import { JobImages } from './images/JobImages';
import { JobDetails } from './JobDetails';
import { JobEdit } from './JobEdit';
import { JobMeasurements } from './JobMeasurements';
import { JobNotes } from './JobNotes';
import styles from './JobPage.module.css';
import { JobPurchaseOrders } from './JobPurchaseOrders';
import { JobWorkOrders } from './JobWorkOrders';
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

/** The way to the sheet that is printed or saved. On a phone it stands in the options of the calendar. */
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

type View = 'details' | 'workOrders' | 'purchaseOrders' | 'measurements' | 'images' | 'notes' | 'edit';

/** Who runs the job, and who may answer for the company that was asked to do it. */
function useMayEdit(job: Job): boolean {
  const { company, may } = useSession();
  return may('jobs.edit') || (may('jobs.acceptDecline') && job.assignedToCompanyId === company.id);
}

function useTabs(job: Job): RidgeTab[] {
  const { company } = useSession();
  const { notes } = useJobNotes(job.id);
  const contractor = company.companyType === 'contractor';
  const { data: workOrders } = useWorkOrders(job.id);
  const { data: purchaseOrders } = usePurchaseOrders(job.id, contractor);
  const edit = { value: 'edit', label: contractor ? m.jobs_editAssign() : m.jobs_tabAssign() };
  return [
    { value: 'details', label: m.jobs_details() },
    { value: 'workOrders', label: m.jobs_workOrders(), count: workOrders?.length },
    ...(contractor
      ? [{ value: 'purchaseOrders', label: m.jobs_purchaseOrders(), count: purchaseOrders?.length }]
      : []),
    { value: 'measurements', label: m.jobs_measurements(), count: job.reports.length },
    { value: 'images', label: m.jobs_tabImages() },
    { value: 'notes', label: m.jobs_notes(), count: notes?.length },
    ...(useMayEdit(job) ? [edit] : []),
  ];
}

/** Which tab is open stands in the address. One that this reader does not have is the details. */
function useView(tabs: readonly RidgeTab[]) {
  const [params, setParams] = useSearchParams();
  const asked = params.get(viewParameter);
  const view = (tabs.some(({ value }) => value === asked) ? asked : 'details') as View;
  const show = (next: string) =>
    setParams(
      (now) => {
        if (next === 'details') now.delete(viewParameter);
        else now.set(viewParameter, next);
        return now;
      },
      { replace: true },
    );
  return { view, show };
}

/** A tab that was opened once stays as it was left, with what was typed in it. */
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
  const { dirty, tell } = useUnsavedForms();
  const phone = usePhone();
  const done = job.status === 'complete';
  const contractor = company.companyType === 'contractor';

  return (
    <Overlay
      title={job.title}
      onClose={close}
      dirty={dirty || editing}
      before={<ColourBar color={job.color} done={done} height={48} width={8} />}
      beside={
        <>
          {job.jobNumber !== null && <span className={`num ${styles.number}`}>#{job.jobNumber}</span>}
          <StatusPill status={job.status} />
        </>
      }
      {...(phone ? {} : { under: <Facts job={job} /> })}
      actions={
        <>
          {contractor && <CompleteButton job={job} />}
          <CardLink job={job} />
        </>
      }
      tabs={<RidgeTabs label={job.title} tabs={tabs} value={view} onChange={show} />}
    >
      <Unsaved tell={tell}>
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
      </Unsaved>
      {/* Among the photos a thumb takes photos. */}
      {contractor && view !== 'images' && (
        <ActionBar overlay>
          <CompleteButton job={job} main />
        </ActionBar>
      )}
      {answers && view !== 'edit' && view !== 'images' && (
        <ActionBar overlay said={<Waiting job={job} />}>
          <AnswerButtons job={job} onAccepted={() => show('edit')} onDeclined={close} />
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

  if (job !== undefined && !unknown) return <OpenJob key={job.id} job={job} close={close} />;
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
