import '@mantine/dropzone/styles.layer.css';

import { Button, Loader } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';

import { ImportMatch } from './ImportMatch';
import styles from './ImportScreen.module.css';
import { importLimits, useImportFile } from './importFile';
import { type ImportConfig, importKinds } from './importKinds';

const BackButton = ({ of }: { of: ImportConfig }) => (
  <Button component={Link} to={of.list} variant="default">
    {of.back()}
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
      inputProps={{ 'aria-label': m.imports_choose() }}
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
            <strong>{m.imports_drop()}</strong>
            <span className="muted">{m.imports_or()}</span>
            <Button variant="default">{m.imports_choose()}</Button>
          </>
        ) : (
          <>
            <Loader size={22} />
            <span role="status">{m.imports_reading({ file: reading })}</span>
          </>
        )}
      </div>
    </Dropzone>
  );
}

/**
 * `/app/jobs/import`, `/app/jobs/customers/import`, `/app/jobs/products/import`: jobs, customers or a price list from a
 * CSV file, matched by its headings and checked row by row before anything is sent.
 */
export function ImportScreen({ kind }: { kind: keyof typeof importKinds }) {
  const of = importKinds[kind];
  const { language, whyNot } = useSession();
  const { chosen, choose, forget } = useImportFile(of.kind);
  const reason = whyNot(of.action);

  if (reason === null && chosen?.state === 'open')
    return (
      <ImportMatch
        key={chosen.turn}
        of={of}
        file={chosen.file}
        sheet={chosen.sheet}
        onAnother={forget}
        back={<BackArrow label={of.back()} to={of.list} />}
      />
    );

  return (
    <div className="page narrow">
      <PageTitle
        title={of.title()}
        back={<BackArrow label={of.back()} to={of.list} />}
        actions={<BackButton of={of} />}
      />
      {reason !== null ? (
        <ErrorBox>{reason}</ErrorBox>
      ) : (
        <div className="stack">
          {chosen?.state === 'refused' && (
            <ErrorBox>
              <strong>{m.imports_refused({ file: chosen.file.name })}</strong>
              <br />
              {chosen.sentence[language]}
            </ErrorBox>
          )}
          <Drop
            choose={(file) => void choose(file)}
            reading={chosen?.state === 'reading' ? chosen.file.name : null}
          />
          <p className="muted">{of.hint(importLimits())}</p>
        </div>
      )}
    </div>
  );
}
