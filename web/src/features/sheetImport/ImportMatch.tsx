import type { ImportMapping } from '@bindings';
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { ActionBar } from '@/ui/ActionBar';
import { PageTitle } from '@/ui/PageTitle';
import { Permitted } from '@/ui/Permitted';
import type { ImportSheet } from '@/wasm/rules';

import { ImportColumns } from './ImportColumns';
import { ImportPreview } from './ImportPreview';
import { ImportResult } from './ImportResult';
import styles from './ImportScreen.module.css';
import type { Importing } from './importKinds';
import { SendingLine } from './SendingLine';
import { useSending } from './useSending';

interface ImportMatchProps {
  of: Importing;
  file: File;
  sheet: ImportSheet;
  onAnother: () => void;
  /** The way back on a phone. */
  back: ReactNode;
}

/** A file that could be read: match its columns, look at its rows, send it, and see what became of it. */
export function ImportMatch({ of, file, sheet, onAnother, back }: ImportMatchProps) {
  const { language } = useSession();
  const [mapping, setMapping] = useState<ImportMapping>(() => sheet.guess());
  const { sending, send, stop } = useSending(of, file, mapping);
  const busy = sending.state === 'sending' || sending.state === 'stopping';

  const problems = useMemo(() => sheet.problems(mapping, language), [sheet, mapping, language]);
  const ready = problems.length === 0;
  const counts = useMemo(() => (ready ? sheet.check(mapping) : null), [sheet, mapping, ready]);

  const good = counts?.good ?? 0;
  const refusal = problems[0]?.message ?? (good === 0 ? m.imports_nothing() : null);
  const go = (
    <Permitted action={of.action} unless={refusal}>
      <Button loading={busy} onClick={() => void send()}>
        {of.go(good)}
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
        stored={sending.answer}
        late={sending.late}
        refusedCsv={() => sheet.refusedCsv(mapping, language, sending.answer.rows)}
        onAnother={onAnother}
        back={back}
      />
    );

  return (
    <div className={`page ${styles.page}`}>
      <PageTitle
        title={of.title()}
        beside={file.name}
        back={back}
        actions={
          <>
            {another(m.imports_another())}
            {go}
          </>
        }
      />
      <SendingLine of={of} sending={sending} onStop={() => void stop()} />
      <div className={styles.match} data-ready={counts !== null || undefined}>
        <ImportColumns
          of={of}
          sheet={sheet}
          file={file.name}
          mapping={mapping}
          problems={problems}
          onChange={setMapping}
        />
        <ImportPreview of={of} sheet={sheet} file={file.name} mapping={mapping} counts={counts} />
      </div>
      <ActionBar>
        {another(m.imports_other())}
        {go}
      </ActionBar>
    </div>
  );
}
