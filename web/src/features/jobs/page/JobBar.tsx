import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { CameraButton } from '@/components/jobs/CameraButton';
import { reportRefusals } from '@/components/jobs/reportRefusals';
import { m } from '@/i18n';
import { usePhotoUploads } from '@/queries/jobs/photoUploads';
import { ActionBar } from '@/ui/layout/ActionBar';
import { directionsUrl } from '@/ui/navigation/directions';
import { AnswerButtons, AwaitingAnswer } from '../assignment/AssignmentAnswer';
import { CompleteButton } from './JobHeader';
import type { View } from './jobTabs';

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

/** Takes a photo from any tab, and then shows it among the others. */
function PhotoButton({ job, onTaken }: { job: Job; onTaken: () => void }) {
  const queries = useQueryClient();
  const { add } = usePhotoUploads(job.id);
  return (
    <CameraButton
      variant="default"
      label={m.jobs_photo()}
      add={(files) => {
        void reportRefusals(queries, add(files));
        onTaken();
      }}
    />
  );
}

interface JobBarProps {
  job: Job;
  view: View;
  /** The user may still accept or decline. */
  answers: boolean;
  contractor: boolean;
  show: (view: View) => void;
  close: () => void;
}

/** The main actions of a job within reach of the thumb. The photos have a bar of their own, with the gallery. */
export function JobBar({ job, view, answers, contractor, show, close }: JobBarProps) {
  if (view === 'images') return null;
  if (answers)
    return view === 'edit' ? null : (
      <ActionBar overlay message={<AwaitingAnswer job={job} />}>
        <AnswerButtons job={job} onAccepted={() => show('edit')} onDeclined={close} />
      </ActionBar>
    );
  if (!contractor && view !== 'details') return null;
  return (
    <ActionBar overlay>
      <RouteLink job={job} />
      <PhotoButton job={job} onTaken={() => show('images')} />
      {contractor && <CompleteButton job={job} main />}
    </ActionBar>
  );
}
