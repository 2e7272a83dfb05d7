import '@mantine/dropzone/styles.layer.css';

import { ActionIcon, Button, Loader } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { ErrorBox } from '@/ui/ErrorSummary';
import { PageTitle } from '@/ui/PageTitle';

import { ImportMatch } from './ImportMatch';
import styles from './ImportScreen.module.css';
import { importLimits, useImportFile } from './importFile';

const list = '/app/jobs';

/** The way back in the slate header of a phone. */
const BackArrow = () => (
  <ActionIcon component={Link} to={list} size={48} className={styles.back ?? ''} aria-label={m.jobs_back()}>
    <IconArrowLeft size={24} />
  </ActionIcon>
);

const BackButton = () => (
  <Button component={Link} to={list} variant="default">
    {m.jobs_back()}
  </Button>
);

/** Takes one file: dropped, or chosen by its button. */
function Drop({ choose, reading }: { choose: (file: File) => void; reading: string | null }) {
  return (
    <Dropzone
      className={styles.drop ?? ''}
      multiple={false}
      // Pressing the button inside reaches the zone, which opens the picker.
      activateOnKeyboard={false}
      disabled={reading !== null}
      inputProps={{ 'aria-label': m.jobs_importChoose() }}
      onDropAny={(files, refused) => {
        const file = files[0] ?? refused[0]?.file;
        if (file !== undefined) choose(file);
      }}
      onDrop={() => undefined}
    >
      <div className={styles.dropLine}>
        {reading === null ? (
          <>
            <IconUpload size={22} aria-hidden />
            <strong>{m.jobs_importDrop()}</strong>
            <span className="muted">{m.jobs_importOr()}</span>
            <Button variant="default">{m.jobs_importChoose()}</Button>
          </>
        ) : (
          <>
            <Loader size={22} />
            <span role="status">{m.jobs_importReading({ file: reading })}</span>
          </>
        )}
      </div>
    </Dropzone>
  );
}

/** `/app/jobs/import`: jobs from a CSV file, matched by its headings and checked row by row before anything is sent. */
export function ImportScreen() {
  const { language, whyNot } = useSession();
  const { chosen, choose, forget } = useImportFile();
  const reason = whyNot('jobs.create');

  if (reason === null && chosen?.state === 'open')
    return (
      <ImportMatch
        key={chosen.turn}
        file={chosen.file}
        sheet={chosen.sheet}
        onAnother={forget}
        back={<BackArrow />}
      />
    );

  return (
    <div className="page narrow">
      <PageTitle title={m.jobs_importTitle()} back={<BackArrow />} actions={<BackButton />} />
      {reason !== null ? (
        <ErrorBox>{reason}</ErrorBox>
      ) : (
        <div className="stack">
          {chosen?.state === 'refused' && (
            <ErrorBox>
              <strong>{m.jobs_importRefused({ file: chosen.file.name })}</strong>
              <br />
              {chosen.sentence[language]}
            </ErrorBox>
          )}
          <Drop
            choose={(file) => void choose(file)}
            reading={chosen?.state === 'reading' ? chosen.file.name : null}
          />
          <p className="muted">{m.jobs_importHint(importLimits())}</p>
        </div>
      )}
    </div>
  );
}
