/** The parts of the jobs list that only a desktop has. */
import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { RefetchIndicator } from '@/ui/feedback/Skeletons';
import { DownloadMenu } from '@/ui/layout/TableMenu';
import { TableToolbar } from '@/ui/layout/TableToolbar';
import { useJobsFile } from '../selection/useJobsFile';
import { useSelection } from '../selection/useSelection';
import { ViewsButton } from '../views/ViewsButton';
import { type FilterControlsProps, LocationFilter, TabRow } from './JobFilterControls';
import { JobsTable, type JobsTableProps } from './JobsTable';
import { MoreButtons } from './MoreLinks';

const SelectionBar = lazy(async () => ({
  default: (await import('../selection/SelectionBar')).SelectionBar,
}));

function ContractorActions() {
  const { search } = useLocation();
  return (
    <>
      <Permitted action="jobs.create">
        <Button
          component={Link}
          to="/app/jobs/import"
          variant="default"
          leftSection={<IconUpload size={17} />}
        >
          {m.jobs_import()}
        </Button>
      </Permitted>
      <Permitted action="jobs.create">
        <Button
          component={Link}
          to={{ pathname: '/app/jobs/new', search }}
          leftSection={<IconPlus size={17} stroke={2.4} />}
        >
          {m.jobs_new()}
        </Button>
      </Permitted>
    </>
  );
}

/** The buttons beside the title. */
export function DesktopActions() {
  const { company } = useSession();
  return (
    <>
      <MoreButtons />
      {company.companyType === 'contractor' && <ContractorActions />}
    </>
  );
}

interface JobsDesktopProps {
  narrowing: FilterControlsProps;
  search: ReactNode;
  /** The shown jobs, and the same under the headings of their groups. Undefined while loading. */
  jobs: readonly Job[] | undefined;
  rows: JobsTableProps['rows'];
  /** Whether the shown jobs are being fetched again. */
  refetching: boolean;
  /** Shown instead of the table. */
  instead: ReactNode;
}

/** Tabs, search and table in one card. */
export function JobsDesktop({ narrowing, search, jobs, rows, refetching, instead }: JobsDesktopProps) {
  const { may } = useSession();
  const selection = useSelection(jobs, may('jobs.edit'));
  const file = useJobsFile();
  return (
    <div className="card filled">
      {selection.state === 'none' ? (
        <TableToolbar>
          <TabRow {...narrowing} />
          {search}
          <LocationFilter {...narrowing} />
          <ViewsButton view={narrowing.view} />
          <DownloadMenu
            count={file.busy ? undefined : jobs?.length}
            onDownload={() => void file.save(jobs ?? [])}
          />
        </TableToolbar>
      ) : (
        <Suspense fallback={null}>
          <SelectionBar selection={selection} jobs={jobs ?? []} />
        </Suspense>
      )}
      <RefetchIndicator when={refetching} />
      {instead ?? (
        <JobsTable rows={rows} sort={narrowing.sort} sortBy={narrowing.sortBy} selection={selection} />
      )}
    </div>
  );
}
