import type { ImportId } from '@bindings';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m, notice } from '@/i18n';
import { jobKeys } from '@/queries/jobs/jobs';
import { PageTitle } from '@/ui/layout/PageTitle';

import styles from '../ImportScreen.module.css';
import { UndoImport } from '../UndoImport';
import { RefusedFiles } from './RefusedFiles';
import type { PhotoTask } from './sendPhoto';
import type { PhotoProgress } from './usePhotoImport';

interface PhotoResultProps {
  name: string;
  progress: PhotoProgress;
  /** The id by which it is undone. */
  importId: ImportId;
  send: (tasks: readonly PhotoTask[]) => void;
  onAnother: () => void;
  back: ReactNode;
}

/** How many photos were added, which failed, and what can be done about it. */
export function PhotoResult({ name, progress, importId, send, onAnother, back }: PhotoResultProps) {
  const { stored, failed, rest } = progress;
  const stopped = rest.length > 0;
  // What was taken back does not go on.
  const [isUndone, setUndone] = useState(false);
  return (
    <div className="page narrow">
      <PageTitle title={m.imports_photosTitle()} beside={name} back={back} />
      <section className={`card ${styles.result}`}>
        <p role="status" className={styles.sentence}>
          {!stopped && failed.length === 0 && stored > 0 && <strong>{notice('sweet')} </strong>}
          {stopped && <strong>{m.imports_photosStopped()} </strong>}
          {m.imports_photosDone({ count: stored })}
        </p>
        <div className={styles.actions}>
          <Button component={Link} to="/app/jobs">
            {m.imports_photosSee()}
          </Button>
          {failed.length > 0 && !isUndone && (
            <Button variant="default" onClick={() => send(failed.map(({ task }) => task))}>
              {m.imports_photosAgain()}
            </Button>
          )}
          {stopped && !isUndone && (
            <Button variant="default" onClick={() => send(rest)}>
              {m.imports_photosRest()}
            </Button>
          )}
          <Button variant="default" onClick={onAnother}>
            {m.imports_photosOther()}
          </Button>
        </div>
        {stored > 0 && (
          <div className={styles.undo}>
            <UndoImport changes={jobKeys.root} id={importId} file={name} onUndone={() => setUndone(true)} />
            <span className="muted">{m.imports_undoUntil()}</span>
          </div>
        )}
      </section>
      <RefusedFiles files={failed.map(({ task, reason }) => ({ path: task.file.path, reason }))} />
    </div>
  );
}
