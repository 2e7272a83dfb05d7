import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { jobKeys, useJobs } from '@/queries/jobs/jobs';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';

import { ImportSteps } from '../ImportSteps';
import { RecentImports } from '../RecentImports';
import { PhotoDrop } from './PhotoDrop';
import { PhotoMatch } from './PhotoMatch';
import { usePhotoFiles } from './usePhotoFiles';

const list = '/app/jobs';

/**
 * `/app/jobs/photos/import`: photos from a ZIP or a folder, matched with jobs by their numbers, shown before anything is
 * sent, and undone together.
 */
export function PhotoImportScreen() {
  const { whyNot } = useSession();
  const reason = whyNot('jobs.create');
  const { jobs, error, isFetching, refetch } = useJobs({}, reason === null);
  const { chosen, choose, forget } = usePhotoFiles();
  const back = <BackArrow label={m.imports_photosBack()} to={list} />;

  if (reason === null && jobs !== undefined && chosen?.state === 'open')
    return (
      <PhotoMatch
        key={chosen.turn}
        name={chosen.name}
        files={chosen.files}
        jobs={jobs}
        onAnother={forget}
        back={back}
      />
    );

  const content = () => {
    if (reason !== null) return <ErrorBox>{reason}</ErrorBox>;
    if (jobs === undefined)
      return error === null ? (
        <SkeletonCards count={2} height={90} />
      ) : (
        <LoadFailure art="search" why={error.message} busy={isFetching} onRetry={refetch} />
      );
    return (
      <div className="stack">
        {chosen?.state === 'refused' && <ErrorBox>{chosen.reason}</ErrorBox>}
        <PhotoDrop choose={choose} reading={chosen?.state === 'reading'} />
        <p className="muted">{m.imports_photosHint()}</p>
        <RecentImports kind="photos" changes={jobKeys.root} />
      </div>
    );
  };

  return (
    <div className="page narrow">
      <PageTitle
        title={m.imports_photosTitle()}
        back={back}
        actions={
          <Button component={Link} to={list} variant="default">
            {m.imports_photosBack()}
          </Button>
        }
      />
      {reason === null && <ImportSteps at="photos" />}
      {content()}
    </div>
  );
}
