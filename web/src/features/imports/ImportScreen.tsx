import { Button, Loader } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { DropArea } from '@/ui/files/DropArea';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';

import { ImportMatch } from './ImportMatch';
import styles from './ImportScreen.module.css';
import { ImportSteps } from './ImportSteps';
import { importLimits, useImportFile } from './importFile';
import { type ImportConfig, importKinds } from './importKinds';
import { RecentImports } from './RecentImports';

const BackButton = ({ of }: { of: ImportConfig }) => (
  <Button component={Link} to={of.list} variant="default">
    {of.back()}
  </Button>
);

/** Takes one file: dropped, or chosen by its button. */
function Drop({ choose, reading }: { choose: (file: File) => void; reading: string | null }) {
  return (
    <DropArea
      className={styles.drop}
      disabled={reading !== null}
      inputProps={{ 'aria-label': m.imports_choose() }}
      choose={choose}
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
    </DropArea>
  );
}

/**
 * `/app/jobs/import`, `/app/jobs/customers/import`, `/app/jobs/products/import`, `/app/jobs/vendors/import`: jobs,
 * customers, a price list or vendors from a CSV file, matched by its headings and checked row by row before anything is sent.
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
        onPreset={(preset) => void choose(chosen.file, preset)}
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
      {reason === null && <ImportSteps at={of.kind} />}
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
          <RecentImports kind={of.kind} changes={of.changes} />
        </div>
      )}
    </div>
  );
}
