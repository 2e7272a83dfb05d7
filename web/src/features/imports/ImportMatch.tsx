import type { ImportMapping } from '@bindings';
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ActionBar } from '@/ui/layout/ActionBar';
import { PageTitle } from '@/ui/layout/PageTitle';
import type { ImportSheet } from '@/wasm/importRules';

import { DryRunResult } from './DryRunResult';
import { ImportColumns } from './ImportColumns';
import { ImportPreview } from './ImportPreview';
import { ImportResult } from './ImportResult';
import styles from './ImportScreen.module.css';
import type { PresetChoice } from './importFile';
import type { ImportConfig } from './importKinds';
import { UploadProgress } from './UploadProgress';
import { useDryRun } from './useDryRun';
import { useUpload } from './useUpload';

interface ImportMatchProps {
  of: ImportConfig;
  file: File;
  sheet: ImportSheet;
  onAnother: () => void;
  /** The user names the program that exported the file. */
  onPreset: (preset: PresetChoice) => void;
  /** The back button on a phone. */
  back: ReactNode;
}

/** A readable file: map its columns, preview its rows, upload it, and see the result. */
export function ImportMatch({ of, file, sheet, onAnother, onPreset, back }: ImportMatchProps) {
  const { language } = useSession();
  const [mapping, setMapping] = useState<ImportMapping>(() => sheet.guess());
  const source = { file, mapping, preset: sheet.preset() ?? ('none' as const) };
  const { sending, send, stop } = useUpload(of, source);
  const { tried, attempt } = useDryRun(of, source);
  const busy = sending.state === 'sending' || sending.state === 'stopping';

  const problems = useMemo(() => sheet.problems(mapping, language), [sheet, mapping, language]);
  const ready = problems.length === 0;
  const counts = useMemo(() => (ready ? sheet.check(mapping) : null), [sheet, mapping, ready]);

  const good = counts?.good ?? 0;
  const refusal = problems[0]?.message ?? (good === 0 ? m.imports_nothing() : null);
  const uploadButton = (
    <Permitted action={of.action} unless={refusal}>
      <Button loading={busy} onClick={() => void send()}>
        {of.go(good)}
      </Button>
    </Permitted>
  );
  const tryButton = ready && good > 0 && (
    <Permitted action={of.action}>
      <Button
        variant="default"
        loading={tried.state === 'sending'}
        disabled={busy}
        onClick={() => void attempt()}
      >
        {m.imports_try()}
      </Button>
    </Permitted>
  );
  const another = (label: string) => (
    <Button variant="default" onClick={onAnother} disabled={busy}>
      {label}
    </Button>
  );

  if (sending.state === 'stored')
    return (
      <ImportResult
        of={of}
        file={file}
        id={sending.id}
        stored={sending.answer}
        late={sending.late}
        refusedCsv={() => sheet.refusedCsv(mapping, language, sending.answer.rows)}
        onAnother={onAnother}
        back={back}
      />
    );

  return (
    <div className="page filled">
      <PageTitle
        title={of.title()}
        beside={file.name}
        back={back}
        actions={
          <>
            {another(m.imports_another())}
            {tryButton}
            {uploadButton}
          </>
        }
      />
      <DryRunResult of={of} tried={tried} />
      <UploadProgress of={of} sending={sending} onStop={() => void stop()} />
      <div className={styles.match} data-ready={counts !== null || undefined}>
        <ImportColumns
          of={of}
          sheet={sheet}
          file={file.name}
          mapping={mapping}
          problems={problems}
          onPreset={onPreset}
          onChange={setMapping}
        />
        <ImportPreview of={of} sheet={sheet} file={file.name} mapping={mapping} counts={counts} />
      </div>
      <ActionBar>
        {tryButton || another(m.imports_other())}
        {uploadButton}
      </ActionBar>
    </div>
  );
}
