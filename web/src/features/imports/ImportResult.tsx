import type { ImportId } from '@bindings';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m, notice } from '@/i18n';
import { PageTitle } from '@/ui/layout/PageTitle';

import styles from './ImportScreen.module.css';
import { NextImport } from './ImportSteps';
import { download } from './importFile';
import type { ImportConfig } from './importKinds';
import { UndoImport } from './UndoImport';
import type { ImportSummary } from './useUpload';

interface ImportResultProps {
  of: ImportConfig;
  file: File;
  /** The id by which it is undone. */
  id: ImportId;
  stored: ImportSummary;
  /** Whether the user tried to cancel the import. */
  late: boolean;
  refusedCsv: () => string;
  onAnother: () => void;
  back: ReactNode;
}

/** The numbers of created, changed, existing and refused rows. */
export function ImportResult({ of, file, id, stored, late, refusedCsv, onAnother, back }: ImportResultProps) {
  const { created, changed, alreadyThere, refused } = stored;
  const name = m.imports_downloadName({ file: file.name.replace(/\.[^.]*$/, '') });
  const figures = [
    { count: created, word: m.imports_created() },
    ...(changed === undefined || of.changed === undefined
      ? []
      : [{ count: changed, word: of.changed.word() }]),
    { count: alreadyThere, word: m.imports_there() },
    { count: refused, word: m.imports_refusedCount(), bad: refused > 0 },
  ];
  const sweet = !late && created + (changed ?? 0) > 0;
  return (
    <div className="page narrow">
      <PageTitle title={of.title()} beside={file.name} back={back} />
      <section className={`card ${styles.result}`}>
        <p role="status" className={styles.sentence}>
          {sweet && <strong>{notice('sweet')} </strong>}
          {late && <strong>{m.imports_stoppedLate()} </strong>}
          {of.done({ created, changed: changed ?? 0, there: alreadyThere, refused })}
        </p>
        <dl className={styles.figures}>
          {figures.map(({ count, word, bad }) => (
            <div key={word} data-bad={bad || undefined}>
              <dt>{word}</dt>
              <dd className="num">{count.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
        {refused > 0 && <p className="muted">{m.imports_doneHint()}</p>}
        <div className={styles.actions}>
          <Button component={Link} to={of.list}>
            {of.see()}
          </Button>
          {refused > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={17} />}
              onClick={() => download(name, refusedCsv())}
            >
              {m.imports_download()}
            </Button>
          )}
          <Button variant="default" onClick={onAnother}>
            {m.imports_another()}
          </Button>
        </div>
        <NextImport after={of.kind} />
        {created + (changed ?? 0) > 0 && (
          <div className={styles.undo}>
            <UndoImport changes={of.changes} id={id} file={file.name} />
            <span className="muted">{m.imports_undoUntil()}</span>
          </div>
        )}
      </section>
    </div>
  );
}
