import type { ImportOutcome } from '@bindings';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m, notice } from '@/i18n';
import { PageTitle } from '@/ui/PageTitle';

import styles from './ImportScreen.module.css';
import { download } from './importFile';

interface ImportResultProps {
  file: File;
  outcome: ImportOutcome;
  refusedCsv: () => string;
  onAnother: () => void;
  back: ReactNode;
}

/** What became of the rows. */
export function ImportResult({ file, outcome, refusedCsv, onAnother, back }: ImportResultProps) {
  const { created, alreadyThere, refused } = outcome;
  const name = m.jobs_importDownloadName({ file: file.name.replace(/\.[^.]*$/, '') });
  const figures = [
    { count: created, word: m.jobs_importCreated() },
    { count: alreadyThere, word: m.jobs_importThere() },
    { count: refused, word: m.jobs_importRefusedCount(), bad: refused > 0 },
  ];
  return (
    <div className="page narrow">
      <PageTitle title={m.jobs_importTitle()} beside={file.name} back={back} />
      <section className={`card ${styles.result}`}>
        <p role="status" className={styles.sentence}>
          {created > 0 && <strong>{notice('sweet')} </strong>}
          {notice('jobsImported', { created, there: alreadyThere, refused })}
        </p>
        <dl className={styles.figures}>
          {figures.map(({ count, word, bad }) => (
            <div key={word} data-bad={bad || undefined}>
              <dt>{word}</dt>
              <dd className="num">{count.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
        {refused > 0 && <p className="muted">{m.jobs_importDoneHint()}</p>}
        <div className={styles.actions}>
          <Button component={Link} to="/app/jobs">
            {m.jobs_importSee()}
          </Button>
          {refused > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={17} />}
              onClick={() => download(name, refusedCsv())}
            >
              {m.jobs_importDownload()}
            </Button>
          )}
          <Button variant="default" onClick={onAnother}>
            {m.jobs_importAnother()}
          </Button>
        </div>
      </section>
    </div>
  );
}
