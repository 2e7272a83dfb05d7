import type { Job, JobId } from '@bindings';
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { ActionBar } from '@/ui/layout/ActionBar';
import { PageTitle } from '@/ui/layout/PageTitle';

import { PhotoGroups } from './PhotoGroups';
import { PhotoProgressCard } from './PhotoProgressCard';
import { PhotoResult } from './PhotoResult';
import type { PhotoFile } from './photoFiles';
import { type ChosenJobs, jobOf, planPhotos } from './photoPlan';
import { RefusedFiles } from './RefusedFiles';
import type { PhotoTask } from './sendPhoto';
import type { ChosenName } from './usePhotoFiles';
import { usePhotoImport } from './usePhotoImport';

interface PhotoMatchProps {
  name: ChosenName;
  files: readonly PhotoFile[];
  jobs: readonly Job[];
  onAnother: () => void;
  /** The back button on a phone. */
  back: ReactNode;
}

/** The photos and their jobs: look, correct, send, and see the result. */
export function PhotoMatch({ name, files, jobs, onAnother, back }: PhotoMatchProps) {
  const { language } = useSession();
  const [chosen, setChosen] = useState<ChosenJobs>({});
  // The jobs may be refetched meanwhile; the list that the user is looking at stays.
  const [known] = useState(jobs);
  const plan = useMemo(() => planPhotos(files, known, language), [files, known, language]);
  const { progress, importId, send, stop } = usePhotoImport(name);

  const tasks = useMemo<PhotoTask[]>(
    () =>
      plan.groups.flatMap((group) => {
        const jobId = jobOf(group, chosen);
        return jobId === null ? [] : group.photos.map((photo) => ({ ...photo, jobId }));
      }),
    [plan, chosen],
  );

  if (progress.state === 'ended')
    return (
      <PhotoResult
        name={name.file}
        progress={progress}
        importId={importId}
        send={(again) => void send(again)}
        onAnother={onAnother}
        back={back}
      />
    );

  const busy = progress.state === 'sending';
  const go = (
    <Permitted action="jobs.create" unless={tasks.length === 0 ? m.imports_photosNoJob() : null}>
      <Button loading={busy} onClick={() => void send(tasks)}>
        {m.imports_photosGo({ count: tasks.length })}
      </Button>
    </Permitted>
  );
  const another = (
    <Button variant="default" disabled={busy} onClick={onAnother}>
      {m.imports_photosOther()}
    </Button>
  );
  const choose = (key: string, jobId: JobId | null) => setChosen((before) => ({ ...before, [key]: jobId }));

  return (
    <div className="page narrow">
      <PageTitle
        title={m.imports_photosTitle()}
        beside={name.file}
        back={back}
        actions={
          <>
            {another}
            {go}
          </>
        }
      />
      <PhotoProgressCard progress={progress} onStop={stop} />
      <div className="stack">
        {plan.groups.length === 0 ? (
          <EmptyState art="search" title={m.imports_photosNone()}>
            {m.imports_photosHint()}
          </EmptyState>
        ) : (
          <PhotoGroups groups={plan.groups} jobs={known} chosen={chosen} disabled={busy} choose={choose} />
        )}
        <RefusedFiles files={plan.refused} />
      </div>
      <ActionBar>
        {another}
        {go}
      </ActionBar>
    </div>
  );
}
