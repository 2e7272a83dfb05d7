import type { JobId } from '@bindings';
import { useQueued } from '@/queries/offline/outbox';
import { isTemporaryId } from '@/queries/offline/temporaryIds';
import { QueuedBadge } from './QueuedBadge';

function Waiting({ id }: { id: JobId }) {
  const entry = useQueued('createJob').find(({ job }) => job.id === id);
  return entry === undefined ? null : <QueuedBadge entry={entry} />;
}

/** Marks a job that was made without a network and is not stored yet. */
export const NewJobBadge = ({ id }: { id: JobId }) => (isTemporaryId(id) ? <Waiting id={id} /> : null);
